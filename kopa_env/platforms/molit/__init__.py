"""국토교통부 실거래가·건축물대장·공동주택 on the national portal, beside the ministry's TAGO."""

from kopa_env.platforms.portal import Habits, PortalDialect

_AT = "apis.data.go.kr/1613000"
_SERVICES = (
    *("AptBasisInfoServiceV4", "AptCmnuseManageCostServiceV2", "AptListService3"),
    *("ArchPmsHubService", "BldRgstHubService", "HsPmsHubService", "LuLawInfoService"),
    *("RTMSDataSvcAptRent", "RTMSDataSvcAptTrade", "RTMSDataSvcAptTradeDev"),
    *("RTMSDataSvcInduTrade", "RTMSDataSvcLandTrade", "RTMSDataSvcNrgTrade"),
    *("RTMSDataSvcOffiRent", "RTMSDataSvcOffiTrade", "RTMSDataSvcRHRent", "RTMSDataSvcRHTrade"),
    *("RTMSDataSvcSHRent", "RTMSDataSvcSHTrade", "RTMSDataSvcSilvTrade", "arLandUseInfoService"),
)

DIALECT = PortalDialect(
    "molit",
    [f"{_AT}/{service}" for service in _SERVICES],
    Habits(nothing="blank", services={"RTMSDataSvc": ("000", "OK")}),
)

__all__ = ["DIALECT"]
