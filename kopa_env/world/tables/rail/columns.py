"""Columns of the tables about railways and benefits: code systems by column name, said once."""

from __future__ import annotations

from typing import Literal

from kopa_env.world.table import Column

_DOMAINS: dict[str, tuple[str, Literal["fact", "ref", "rule"]]] = {
    "stncd": ("metro_station_cd", "ref"),
    "stnno": ("fr_code", "ref"),
    "stnnm": ("station_name", "ref"),
    "dptrestncd": ("metro_station_cd", "ref"),
    "dptrestnno": ("fr_code", "ref"),
    "dptrestnnm": ("station_name", "ref"),
    "arvlstncd": ("metro_station_cd", "ref"),
    "arvlstnno": ("fr_code", "ref"),
    "arvlstnnm": ("station_name", "ref"),
    "station": ("daejeon_station", "ref"),
    "station_name": ("daejeon_station_name", "ref"),
    "b_no": ("bizr_no", "ref"),
    "complex_pk": ("apartment_complex", "rule"),
    "house_manage_no": ("house_manage_no", "rule"),
    "pblanc_no": ("pblanc_no", "rule"),
    "서비스ID": ("gov24_service", "rule"),
    "reg_id": ("copyright_reg", "rule"),
    "reg": ("sgg_code", "ref"),
    "region_big": ("sido_name", "ref"),
    "region_small": ("sgg_name", "ref"),
    "org_cd": ("ministry", "ref"),
}


def columns(names: str, integers: str = "", nulls: str = "") -> tuple[Column, ...]:
    """Return columns by name (parted by blanks): text unless integers, filled unless ``nulls``."""
    whole, empty = set(integers.split()), set(nulls.split())
    found = []
    for name in names.split():
        domain, gen = _DOMAINS.get(name, ("", "rule"))
        found.append(
            Column(
                name,
                "int" if name in whole else "text",
                domain=domain,
                gen=gen,
                null_rate=0.5 if name in empty else 0.0,
            )
        )
    return tuple(found)
