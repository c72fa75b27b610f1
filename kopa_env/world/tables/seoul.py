"""Every table behind 서울 열린데이터광장, the city's subway and its buses."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.bikes import BIKE_MONTHS, BIKE_STATIONS
from kopa_env.world.tables.bus import BUS_RIDERS, BUS_ROUTE_STOPS, BUS_ROUTES, BUS_STOPS
from kopa_env.world.tables.seoul_areas import AREA_PEOPLE
from kopa_env.world.tables.seoul_bus_live import NEARBY, TRIPS
from kopa_env.world.tables.seoul_bus_live import POSITIONS as BUS_POSITIONS
from kopa_env.world.tables.seoul_city_data import CITY_DATA
from kopa_env.world.tables.seoul_culture import (
    BOOKINGS,
    COURSES,
    EVENTS_TABLE,
    LIBRARIES,
    PARKS,
    SHELTERS,
    WIFI_TABLE,
)
from kopa_env.world.tables.seoul_food import RESTAURANT_LICENCES, TOURIST_RESTAURANTS
from kopa_env.world.tables.seoul_living import (
    AIR,
    FLOATING,
    LIVING_DONG,
    LIVING_GU,
    WATER,
    WEATHER,
)
from kopa_env.world.tables.seoul_roads import ROAD_INCIDENTS, ROAD_SPEEDS
from kopa_env.world.tables.seoul_trade import DEALS, ENERGY, PARKING, PRICES, RENTS, SALES
from kopa_env.world.tables.seoul_venues import CULTURAL_SPACES, TOUR_STREETS
from kopa_env.world.tables.subway import BOARDINGS, STATION_ADDRESSES, STATIONS, TRANSFERS
from kopa_env.world.tables.timetable import ARRIVALS, POSITIONS, TIMETABLE

SEOUL: tuple[Table, ...] = (
    *(STATIONS, BOARDINGS, TRANSFERS, STATION_ADDRESSES, TIMETABLE, ARRIVALS, POSITIONS),
    *(BIKE_STATIONS, BIKE_MONTHS, BUS_ROUTES, BUS_STOPS, BUS_ROUTE_STOPS, BUS_RIDERS),
    *(NEARBY, BUS_POSITIONS, TRIPS, ROAD_SPEEDS, ROAD_INCIDENTS, AREA_PEOPLE, CITY_DATA),
    *(RESTAURANT_LICENCES, TOURIST_RESTAURANTS, CULTURAL_SPACES, TOUR_STREETS),
    *(FLOATING, LIVING_DONG, LIVING_GU, AIR, WEATHER, WATER),
    *(DEALS, RENTS, PRICES, SALES, ENERGY, PARKING),
    *(EVENTS_TABLE, BOOKINGS, WIFI_TABLE, PARKS, SHELTERS, LIBRARIES, COURSES),
)
