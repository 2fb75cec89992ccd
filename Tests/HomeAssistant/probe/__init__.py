"""Lets the trial read Home Assistant's entities and call its services, at loopback, without a person's token."""

from homeassistant.components.http import HomeAssistantView
from homeassistant.helpers import device_registry, entity_registry

DOMAIN = "probe"


class Probe(HomeAssistantView):
    url = "/probe"
    name = "probe"
    requires_auth = False

    async def get(self, request):
        """All entities with their states, and the devices."""
        hass = request.app["hass"]
        entities, devices = entity_registry.async_get(hass), device_registry.async_get(hass)
        found = []
        for state in hass.states.async_all():
            entry = entities.async_get(state.entity_id)
            device = devices.async_get(entry.device_id) if entry and entry.device_id else None
            found.append({"entity": state.entity_id, "state": state.state, "attributes": dict(state.attributes),
                          "id": entry.unique_id if entry else None, "device": device.name if device else None})
        return self.json(found)

    async def post(self, request):
        """Calls a service: {"domain": …, "service": …, "data": {…}}."""
        wanted = await request.json()
        await request.app["hass"].services.async_call(wanted["domain"], wanted["service"], wanted["data"], blocking=True)
        return self.json({})


async def async_setup(hass, config):
    hass.http.register_view(Probe())
    return True
