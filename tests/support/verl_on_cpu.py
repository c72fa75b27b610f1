"""verl on a CPU, for tests: a platform, gloo for every group, and rollouts by transformers.

verl imports this module by ``VERL_USE_EXTERNAL_MODULES`` in each of its processes, while it is
being imported itself: what needs verl's workers is registered when they are first looked for. It
rests on names that verl 0.9.1 keeps private and is no part of what we ship.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from types import ModuleType, SimpleNamespace
from typing import Any

import torch
from verl.plugin.platform.platform_base import PlatformBase
from verl.plugin.platform.platform_manager import PlatformRegistry

ROLLOUT = "transformers_on_cpu"
ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "OMP_NUM_THREADS": "1",
    "RAY_memory_monitor_refresh_ms": "0",
    "VERL_ENGINE_DEVICE": "cuda",
    "VERL_PLATFORM": "cpu",
    "VERL_USE_EXTERNAL_MODULES": "verl_on_cpu",
}
_SERVER = "verl_on_cpu_server_{}"
_NEW_TOKENS = 96
_GIGABYTE = 2**30


class _Device(ModuleType):
    """What verl asks of ``torch.cuda``, answered for a CPU."""

    def __getattr__(self, name: str) -> Any:
        if hasattr(torch.cpu, name):
            return getattr(torch.cpu, name)
        answers: dict[str, Any] = {
            "mem_get_info": lambda *_, **__: (8 * _GIGABYTE, 16 * _GIGABYTE),
            "get_device_name": lambda *_, **__: "cpu",
            "get_device_properties": lambda *_, **__: SimpleNamespace(
                total_memory=16 * _GIGABYTE, name="cpu"
            ),
            "get_rng_state": lambda *_, **__: torch.get_rng_state(),
            "set_rng_state": lambda state, *_, **__: torch.set_rng_state(state),
        }
        if name.startswith("__"):
            raise AttributeError(name)
        return answers.get(name, lambda *_, **__: 0)


@PlatformRegistry.register(platform="cpu")
class Cpu(PlatformBase):
    """One device, no memory to manage."""

    device_name = vendor_name = "cpu"
    device_module = _Device("torch_cpu")

    def is_available(self) -> bool:
        return True

    def current_device(self) -> str:
        return "cpu"

    def device_count(self) -> int:
        return 1

    def set_device(self, device_index: int) -> None: ...

    def synchronize(self, device_index: int | None = None) -> None: ...

    def manual_seed(self, seed: int) -> None:
        torch.manual_seed(seed)

    def manual_seed_all(self, seed: int) -> None:
        torch.manual_seed(seed)

    def set_allocator_settings(self, settings: str) -> None: ...

    def empty_cache(self) -> None: ...

    def get_device_capability(self, device_index: int = 0) -> tuple[None, None]:
        return (None, None)

    def communication_backend_name(self) -> str:
        return "gloo"

    def visible_devices_envvar(self) -> str:
        return "CUDA_VISIBLE_DEVICES"

    @contextmanager
    def nvtx_range(self, msg: str) -> Iterator[None]:
        yield

    def profiler_start(self) -> None: ...

    def profiler_stop(self) -> None: ...

    def ray_resource_name(self) -> str:
        return "GPU"

    def ray_noset_envvars(self) -> list[str]:
        return []

    def is_ipc_supported(self) -> bool:
        return False

    def cudart(self) -> None:
        return None


_begin = torch.distributed.init_process_group


def _on_gloo(backend: str | None = None, *rest: Any, **more: Any) -> Any:
    """verl composes one backend a device, and names the CPU twice."""
    return _begin("gloo" if backend == "cpu:gloo,cpu:gloo" else backend, *rest, **more)


torch.distributed.init_process_group = _on_gloo


@dataclass
class _Asked:
    """A trajectory that waits for its next turn."""

    ids: list[int]
    tokens: int
    heat: float
    answer: asyncio.Future[Any]


class Server:
    """Generates with transformers, what waits together; weights come after every step."""

    def __init__(self, path: str) -> None:
        from transformers import AutoModelForCausalLM

        torch.set_num_threads(1)
        self._model = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32).eval()
        self._waiting: list[_Asked] = []
        self._work: asyncio.Task[None] | None = None
        self._step: int | None = None

    async def load(self, weights: dict[str, Any], step: int | None) -> list[int]:
        """Take weights; return how many names were missing and how many unknown."""
        found = self._model.load_state_dict(weights, strict=False)
        self._step = step
        return [len(found.missing_keys), len(found.unexpected_keys)]

    async def generate(
        self, request_id: str, prompt_ids: list[int], sampling_params: dict[str, Any], **more: Any
    ) -> Any:
        """Return the sampled ids with their log-probabilities."""
        from verl.workers.rollout.replica import TokenOutput

        asked = _Asked(
            list(prompt_ids),
            min(int(sampling_params.get("max_tokens", _NEW_TOKENS)), _NEW_TOKENS),
            float(sampling_params.get("temperature", 1.0)),
            asyncio.get_running_loop().create_future(),
        )
        self._waiting.append(asked)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._answer())
        ids, logs = await asked.answer
        return TokenOutput(
            token_ids=ids,
            log_probs=logs,
            num_preempted=0,
            stop_reason="completed",
            extra_fields={"global_steps": self._step},
        )

    async def _answer(self) -> None:
        while self._waiting:
            await asyncio.sleep(0.02)  # what was sent together has not all come in yet
            batch, self._waiting = self._waiting, []
            for asked, found in zip(
                batch, await asyncio.to_thread(self._generated, batch), strict=True
            ):
                asked.answer.set_result(found)

    def _generated(self, batch: list[_Asked]) -> list[tuple[list[int], list[float]]]:
        width = max(len(asked.ids) for asked in batch)
        pad, end = self._model.config.pad_token_id, self._model.config.eos_token_id
        rows = [[pad] * (width - len(asked.ids)) + asked.ids for asked in batch]
        mask = [[0] * (width - len(asked.ids)) + [1] * len(asked.ids) for asked in batch]
        heat = batch[0].heat
        with torch.inference_mode():
            made = self._model.generate(
                torch.tensor(rows),
                attention_mask=torch.tensor(mask),
                max_new_tokens=max(asked.tokens for asked in batch),
                do_sample=heat > 0,
                temperature=heat or None,
                top_k=0,
                output_logits=True,
                return_dict_in_generate=True,
            )
        logs = torch.stack([row.float().log_softmax(-1) for row in made.logits], 1)
        said = made.sequences[:, width:]
        logs = logs.gather(-1, said[..., None])[..., 0]
        found = []
        for asked, ids, row in zip(batch, said.tolist(), logs.tolist(), strict=True):
            kept = ids[: ids.index(end) + 1] if end in ids else ids
            kept = kept[: asked.tokens]
            found.append((kept, row[: len(kept)]))
        return found

    async def nothing(self, *_: Any, **__: Any) -> None:
        """Answer what is asked of an engine that sleeps, caches and profiles."""

    wake_up = sleep = abort_all_requests = resume_generation = clear_kv_cache = nothing
    release_kv_cache = resume_kv_cache = start_profile = stop_profile = nothing


def replica() -> Any:
    """Return the class that starts servers."""
    import ray
    from verl.workers.rollout.replica import RolloutReplica

    class Replica(RolloutReplica):  # type: ignore[misc]
        async def launch_servers(self) -> None:
            named = ray.remote(Server).options(
                name=_SERVER.format(self.replica_rank), num_cpus=0.1, max_concurrency=64
            )
            handle = named.remote(self.model_config.path)
            self.servers = [handle]
            self._server_handle = handle
            self._server_address = f"cpu:{self.replica_rank}"

    return Replica


def adapter() -> Any:
    """Return the class that hands weights on."""
    import ray
    from verl.workers.rollout.base import BaseRollout

    class Adapter(BaseRollout):  # type: ignore[misc]
        sleep_level = 2

        async def resume(self, tags: Any) -> None: ...

        async def release(self) -> None: ...

        async def update_weights(self, weights: Any, **more: Any) -> None:
            held: dict[str, Any] = {}
            if inspect.isasyncgen(weights):
                async for name, value in weights:
                    held[name] = value.detach().float().cpu().clone()
            else:
                for name, value in weights:
                    held[name] = value.detach().float().cpu().clone()
            server = ray.get_actor(_SERVER.format(0))
            await server.load.remote(held, more.get("global_steps"))

    return Adapter


def __getattr__(name: str) -> Any:
    if name == "Adapter":
        return adapter()
    raise AttributeError(name)


class _Late(MetaPathFinder):
    """Registers the rollout when verl first looks for its workers."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname in {"verl.workers.rollout.llm_server", "verl.workers.engine_workers"}:
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            _register()


def _register() -> None:
    from verl.workers.rollout import base
    from verl.workers.rollout.replica import RolloutReplicaRegistry

    RolloutReplicaRegistry.register(ROLLOUT, replica)
    base._ROLLOUT_REGISTRY[ROLLOUT, "async"] = "verl_on_cpu.Adapter"


sys.meta_path.insert(0, _Late())


def overrides() -> list[str]:
    """Return what verl's configuration needs beside ours to run on a CPU."""
    return [
        "actor_rollout_ref.model.use_remove_padding=False",
        "actor_rollout_ref.model.enable_gradient_checkpointing=False",
        "+actor_rollout_ref.model.override_config.attn_implementation=sdpa",
        "actor_rollout_ref.actor.strategy=fsdp2",
        "actor_rollout_ref.actor.fsdp_config.model_dtype=fp32",
        "actor_rollout_ref.actor.fsdp_config.use_torch_compile=False",
        "actor_rollout_ref.actor.use_torch_compile=False",
        f"actor_rollout_ref.rollout.name={ROLLOUT}",
        "actor_rollout_ref.rollout.tensor_model_parallel_size=1",
        "data.dataloader_num_workers=0",
        "reward.num_workers=1",
        "ray_kwargs.ray_init.num_cpus=12",
        "+ray_kwargs.ray_init.num_gpus=1",
        "+ray_kwargs.ray_init.include_dashboard=False",
        "+ray_kwargs.ray_init.object_store_memory=400000000",
        "transfer_queue.backend.SimpleStorage.num_data_storage_units=1",
    ]
