"""A peer of ./run bench ops, products and programs: runs their cases in another library, by turns.

peer.py jax | torch | numpy

Prints the library with its version. Then reads lines of fields that tabs separate: the case, seconds, and an operand
a field, such as "f32[20,3] normal". Answers each with the median and the least time of a run in seconds, "none" if the
library has no such operation, or "error TEXT". JAX draws the operands of Cambric, and adds the sum of the absolute
values of its results. docs/inside/benchmarks/README.md describes the protocol.
"""
import math
import os
import re
import sys
import time

LIBRARY = sys.argv[1] if len(sys.argv) > 1 else "jax"
THREADS = int(os.environ.get("BENCH_THREADS", "1"))
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(THREADS)
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"
if THREADS == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    if hasattr(os, "sched_setaffinity"):
        # All threads of the library on one core.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import numpy as np

import programs

NUMPY_TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "u32": np.uint32, "bool": np.bool_}


def draw(kind, shape, dtype, bound, rng):
    """Values of a kind; bf16 is drawn as f32."""
    t = NUMPY_TYPES.get(dtype, np.float32)
    whole = dtype in ("i32", "u32")
    if kind == "normal":
        v = rng.integers(-100, 100, shape) if whole else rng.standard_normal(shape)
    elif kind == "positive":
        v = rng.integers(1, 101, shape) if whole else rng.random(shape) * 2 + 0.1
    elif kind == "share":
        v = rng.random(shape) * 0.9 + 0.05
    elif kind == "within":
        v = rng.random(shape) * 1.8 - 0.9
    elif kind == "above":
        v = rng.random(shape) * 2 + 1.5
    elif kind == "small":
        v = rng.standard_normal(shape) * 0.1
    elif kind == "ids":
        v = rng.integers(0, bound, shape)
    elif kind == "bool":
        v = rng.random(shape) < 0.5
    elif kind == "words":
        v = rng.integers(0, 2**32, shape, dtype=np.uint32)
    elif kind == "sorted":
        v = np.broadcast_to(np.arange(shape[-1]), shape)
    elif kind == "gaps":
        v = np.where(rng.random(shape) < 0.2, np.nan, rng.standard_normal(shape))
    else:
        a = rng.standard_normal(shape)
        n = shape[-1]
        other = np.swapaxes(a, -1, -2)
        v = {"spd": lambda: a @ other / n + np.eye(n),
             "symmetric": lambda: a + other,
             "well": lambda: a + 2 * math.sqrt(n) * np.eye(n)}[kind]()
    return np.array(v, t)


# From a kind, shape, dtype, bound and place to the operand that Cambric draws; None if the library has other numbers.
same_draw = None


class Case:
    """A case of a line: its name, variant, sizes and operands."""

    def __init__(self, fields):
        words = fields[0].split()
        parts = words[0].split("/")
        self.name, _, self.variant = parts[0].partition(":")
        self.whole_name = parts[0]
        self.gradient, self.strided = "grad" in parts, "strided" in parts
        self.dtype = words[1]
        self.sizes = [int(size) for size in words[2:]]
        rng = np.random.default_rng(0)
        self.operands, self.dtypes = [], []
        for field in fields[2:]:
            found = re.fullmatch(r"(\w+)\[([\d,]*)\] (\w+)(?: (\d+))?", field)
            shape = tuple(int(size) for size in found[2].split(",") if size)
            kind, bound, place = found[3], int(found[4] or 0), len(self.operands)
            self.operands.append(draw(kind, shape, found[1], bound, rng) if same_draw is None
                                 else same_draw(kind, shape, found[1], bound, place))
            self.dtypes.append(found[1])


def timed(run, seconds):
    """Median and least time of a run."""
    run()
    start = time.perf_counter()
    run()
    once = time.perf_counter() - start
    repeats = max(1, min(20000, int(2e-4 / max(1e-9, once))))
    times, begin = [], time.perf_counter()
    while not times or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        for _ in range(repeats):
            run()
        times.append((time.perf_counter() - start) / repeats)
    times.sort()
    return times[len(times) // 2], times[0]


def absolute_sum(results):
    """The sum of the absolute values of nested arrays."""
    if isinstance(results, dict):
        results = list(results.values())
    if isinstance(results, (tuple, list)):
        return sum(absolute_sum(each) for each in results)
    return float(np.abs(np.asarray(results).astype(np.float64)).sum())


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m[1].lower(), name)


# ---------------------------------------------------------------------------------------------- JAX


def jax_library():
    import jax
    import jax.numpy as jnp
    import jax.scipy as jsp
    from jax import lax

    types = {"f32": jnp.float32, "f64": jnp.float64, "bf16": jnp.bfloat16, "i32": jnp.int32, "u32": jnp.uint32,
             "bool": jnp.bool_}
    f = 1.0000001
    image = ("NHWC", "HWIO", "NHWC")
    key = lambda k: jax.random.wrap_key_data(k)
    axis = {"rows": 1, "columns": 0, "all": None, "middle": 1, "": 1}
    modules = {"lax": [lax, lax.linalg], "numpy": [jnp], "nn": [jax.nn], "linalg": [jnp.linalg],
               "scipy": [jsp.linalg], "special": [jsp.special], "random": [], "segments": [jax.ops]}

    def conv(x, k, steps=1, dilation=1, groups=1):
        return lax.conv_general_dilated(x, k, (steps, steps), "SAME", rhs_dilation=(dilation, dilation),
                                        dimension_numbers=image, feature_group_count=groups)

    def window(x, start, op, size, step, pad):
        return lax.reduce_window(x, np.array(start, x.dtype), op, (1, size, size, 1), (1, step, step, 1), pad)

    def reduced(name, c):
        """Reductions of lax along the axis of the variant."""
        axes = (0, 1) if c.variant == "all" else (axis[c.variant],)
        op = {"reduceSum": jnp.sum, "reduceMax": jnp.max, "reduceMin": jnp.min, "reduceProd": jnp.prod,
              "reduceAnd": jnp.all, "reduceOr": jnp.any}.get(name)
        if name == "reduceXor":
            return lambda x: lax.reduce(x, np.int32(0), lax.bitwise_xor, axes)
        return (lambda x: op(x, axes, dtype=x.dtype)) if name in ("reduceSum", "reduceProd") else lambda x: op(x, axes)

    def along(function):
        """A function of jax.numpy along the axis of the variant."""
        return lambda c: lambda x: function(x, axis=axis[c.variant])

    def mlp(x, a):
        return jax.grad(lambda w: (jnp.tanh(jnp.tanh(x @ w) @ w) ** 2).sum())(a)

    def rnn(x, a):
        step = lambda carry, u: ((n := jnp.tanh(carry @ a + u)), n)
        return lax.scan(step, jnp.zeros(x.shape[1:], x.dtype), x)[0]

    def adam(g, m, v):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        return m, v, -1e-3 * m / (jnp.sqrt(v) + 1e-8)

    def heads(x, kb, kk, ob, ok, qb, qk, vb, vk):
        part = lambda w, b: jnp.einsum("btd,dhe->bthe", x, w) + b
        return jnp.einsum("bthe,hed->btd", jax.nn.dot_product_attention(part(qk, qb), part(kk, kb), part(vk, vb)), ok) + ob

    def lstm(x, *w):
        """Biases and kernels of the state for the gates f, g, i, o, then their kernels of the input."""
        def step(carry, u):
            cell, h = carry
            f, g, i, o = (u @ w[8 + n] + h @ w[2 * n + 1] + w[2 * n] for n in range(4))
            cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(cell)
            return (cell, h), h

        zeros = jnp.zeros((x.shape[0], w[0].shape[0]), x.dtype)
        return lax.scan(step, (zeros, zeros), x.swapaxes(0, 1))[1].swapaxes(0, 1)

    def sampler(name, *arguments, dtype=True):
        def of(c):
            shape = tuple(c.sizes[-2:])
            function = getattr(jax.random, name)
            if dtype:
                return lambda k: function(key(k), *arguments, shape=shape, dtype=types[c.dtype])
            return lambda k: function(key(k), *arguments, shape=shape)
        return of

    def lax_attention(causal):
        return lambda c: lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=causal)

    table = {
        "product": lambda c: lambda x, y: jnp.matmul(x.swapaxes(-1, -2) if c.sizes[4] else x,
                                                     y.swapaxes(-1, -2) if c.sizes[5] else y),
        "lax.fma": lambda c: lambda x, y, z: x * y + z,
        "lax.logaddexp": lambda c: jnp.logaddexp,
        "lax.beta": lambda c: jsp.special.beta,
        "lax.logBeta": lambda c: jsp.special.betaln,
        "lax.broadcastToRank": lambda c: lambda x: lax.broadcast_to_rank(x, 4) * f,
        "lax.fullLike": lambda c: lambda x: lax.full_like(x, 2) * x,
        "lax.relu": lambda c: lambda x: jnp.maximum(x, 0),
        "lax.integerPow": lambda c: lambda x: lax.integer_pow(x, 3),
        "lax.selectN": lambda c: lambda p, x, y: lax.select_n(p, x, y),
        "lax.round": lambda c: lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN),
        "lax.not": lambda c: lax.bitwise_not,
        "lax.reducePrecision": lambda c: lambda x: lax.reduce_precision(x, 5, 10),
        "lax.stopGradient": lambda c: lambda x, y: lax.stop_gradient(x) * y,
        "lax.convertElementType": lambda c: lambda x: lax.convert_element_type(x, jnp.float16),
        "lax.bitcastConvertType": lambda c: lambda x: lax.bitcast_convert_type(x, jnp.int32),
        "lax.polygamma": lambda c: lambda x: lax.polygamma(jnp.full_like(x, 2), x),
        "lax.argmax": lambda c: lambda x: lax.argmax(x, axis[c.variant], jnp.int32),
        "lax.argmin": lambda c: lambda x: lax.argmin(x, axis[c.variant], jnp.int32),
        "lax.broadcast": lambda c: lambda x: lax.broadcast(x, (c.sizes[1],)),
        "lax.broadcastInDim": lambda c: lambda x: lax.broadcast_in_dim(x, tuple(c.sizes), (0,)),
        "lax.collapse": lambda c: lambda x: lax.collapse(x, 1, 3) * f,
        "lax.concatenate": lambda c: lambda x, y: lax.concatenate([x, y], axis[c.variant]),
        "lax.expandDims": lambda c: lambda x: lax.expand_dims(x, (1,)) * f,
        "lax.pad": lambda c: lambda x, v: lax.pad(
            x, v, [(0, 0, 1), (0, 0, 1)] if c.variant else [(1, 2, 0), (2, 1, 0)]),
        "lax.reshape": lambda c: lambda x: x.reshape(-1) * f,
        "lax.rev": lambda c: lambda x: lax.rev(x, (axis[c.variant],)),
        "lax.slice": lambda c: lambda x: x[1:-1, 1:-1:2] * (1 if c.dtype == "i32" else f),
        "lax.sliceInDim": lambda c: lambda x: x[:, 1:-1] * f,
        "lax.split": lambda c: lambda x: (x[:, :c.sizes[1]] * f, x[:, c.sizes[1]:] * f),
        "lax.squeeze": lambda c: lambda x: lax.squeeze(x, (1,)) * f,
        "lax.stack": lambda c: lambda x, y: jnp.stack([x, y], 1),
        "lax.tile": lambda c: lambda x: jnp.tile(x, (2, 3)),
        "lax.transpose": lambda c: lambda x: lax.transpose(
            x, {"": (1, 0), "heads": (0, 2, 1, 3), "first": (3, 0, 1, 2)}[c.variant]),
        "lax.iota": lambda c: lambda x: lax.iota(types[c.dtype], c.sizes[0]) * x,
        "lax.broadcastedIota": lambda c: lambda x: lax.broadcasted_iota(types[c.dtype], c.sizes, 1) * x,
        "lax.gather": lambda c: lambda x, i: x.at[i].get(mode="clip"),
        "lax.indexTake": lambda c: lambda x, i: x[i],
        "lax.takeAlongAxis": lambda c: lambda x, i: jnp.take_along_axis(x, i, 1, mode="clip"),
        "lax.scatter": lambda c: lambda x, i, u: (
            x.at[i].max(u, mode="clip") if c.variant else x.at[i].set(u, mode="clip")),
        "lax.scatterAdd": lambda c: lambda x, i, u: x.at[i].add(u, mode="clip"),
        "lax.dynamicSlice": lambda c: lambda x, i, j: lax.dynamic_slice(x, (i, j), (c.sizes[0], c.sizes[2])),
        "lax.dynamicSliceInDim": lambda c: lambda x, i: lax.dynamic_slice_in_dim(x, i, c.sizes[0], 0),
        "lax.dynamicIndexInDim": lambda c: lambda x, i: lax.dynamic_index_in_dim(x, i, 0, False),
        "lax.indexInDim": lambda c: lambda x: x[-1] * 2,
        "lax.dynamicUpdateSlice": lambda c: lambda x, u, i: lax.dynamic_update_slice(x, u, (i, np.int32(0))),
        "lax.dynamicUpdateSliceInDim": lambda c: lambda x, u, i: lax.dynamic_update_slice_in_dim(x, u, i, 0),
        "lax.dynamicUpdateIndexInDim": lambda c: lambda x, u, i: lax.dynamic_update_index_in_dim(x, u, i, 0),
        "lax.sort": lambda c: lambda x: lax.sort(x, dimension=axis[c.variant]),
        "lax.sortKeyVal": lambda c: lambda x, y: lax.sort_key_val(x, y, dimension=1),
        "lax.topK": lambda c: lambda x: lax.top_k(x, c.sizes[1]),
        "lax.approxMaxK": lambda c: lambda x: lax.approx_max_k(x, c.sizes[1]),
        "lax.approxMinK": lambda c: lambda x: lax.approx_min_k(x, c.sizes[1]),
        "lax.dotGeneral": lambda c: lambda x, y: x @ y,
        "lax.raggedDot": lambda c: lambda x, y: lax.ragged_dot(x, y, groups(x.shape[0])),
        "lax.raggedDotGeneral": lambda c: lambda x, y: lax.ragged_dot(x, y, groups(x.shape[0])),
        "lax.conv": lambda c: conv,
        "lax.convGeneralDilated": lambda c: lambda x, k: {
            "": lambda: conv(x, k), "steps": lambda: conv(x, k, 2), "dilated": lambda: conv(x, k, 1, 2),
            "depthwise": lambda: conv(x, k, groups=x.shape[3]), "groups": lambda: conv(x, k, groups=4)}[c.variant](),
        "lax.convTranspose": lambda c: lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME", dimension_numbers=image),
        "lax.convGeneralDilatedLocal": lambda c: lambda x, k: lax.conv_general_dilated_local(
            x, k, (1, 1), "SAME", (3, 3), dimension_numbers=image),
        "lax.convGeneralDilatedPatches": lambda c: lambda x: lax.conv_general_dilated_patches(
            x, (3, 3), (1, 1), "SAME", dimension_numbers=image),
        "lax.reduceWindowMax": lambda c: lambda x: (
            window(x, -np.inf, lax.max, 3, 2, "SAME") if c.variant else window(x, -np.inf, lax.max, 2, 2, "VALID")),
        "lax.reduceWindowMin": lambda c: lambda x: window(x, np.inf, lax.min, 2, 2, "VALID"),
        "lax.reduceWindowSum": lambda c: lambda x: window(x, 0, lax.add, 3, 1, "SAME"),
        "lax.reduceWindowProd": lambda c: lambda x: window(x, 1, lax.mul, 2, 2, "VALID"),
        "lax.dotProductAttention": lax_attention(False),
        "lax.cholesky": lambda c: jnp.linalg.cholesky,
        "lax.eigh": lambda c: lambda x: lax.linalg.eigh(x),
        "lax.linearSolve": lambda c: jnp.linalg.solve,
        "lax.lu": lambda c: lambda x: lax.linalg.lu(x)[0],
        "lax.luPivotsToPermutation": lambda c: lambda x: lax.linalg.lu_pivots_to_permutation(x, x.shape[0]),
        "lax.luSolve": lambda c: jnp.linalg.solve,
        "lax.qr": lambda c: lambda x: lax.linalg.qr(x, full_matrices=False),
        "lax.svd": lambda c: lambda x: lax.linalg.svd(x, full_matrices=False),
        "lax.triangularSolve": lambda c: lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True),
        "lax.rngUniform": lambda c: lambda a, b: lax.rng_uniform(a, b, tuple(c.sizes)),
        "lax.rngBitGenerator": lambda c: lambda k: lax.rng_bit_generator(k, tuple(c.sizes)),
        "numpy.clip": lambda c: lambda x: jnp.clip(x, -0.5, 0.5),
        "numpy.norm": lambda c: jnp.linalg.norm,
        "numpy.average": lambda c: lambda x, w: jnp.average(x, 1, w),
        "numpy.countNonzero": along(jnp.count_nonzero),
        "numpy.reshape": lambda c: lambda x: x.reshape(-1) * f,
        "numpy.ravel": lambda c: lambda x: x.ravel() * f,
        "numpy.swapaxes": lambda c: lambda x: jnp.swapaxes(x, 1, 2),
        "numpy.moveaxis": lambda c: lambda x: jnp.moveaxis(x, 1, -1),
        "numpy.concatenate": lambda c: lambda x, y: jnp.concatenate([x, y], 1),
        "numpy.stack": lambda c: lambda x, y: jnp.stack([x, y], 0),
        "numpy.hstack": lambda c: lambda x, y: jnp.hstack([x, y]),
        "numpy.vstack": lambda c: lambda x, y: jnp.vstack([x, y]),
        "numpy.split": lambda c: lambda x: [p * f for p in jnp.split(x, 4, 1)],
        "numpy.tile": lambda c: lambda x: jnp.tile(x, (2, 3)),
        "numpy.repeat": lambda c: lambda x: jnp.repeat(x, 3, 1),
        "numpy.roll": lambda c: lambda x: jnp.roll(x, 3, 1),
        "numpy.flip": lambda c: lambda x: jnp.flip(x, 0),
        "numpy.pad": lambda c: lambda x: jnp.pad(x, ((1, 1), (2, 2)), "reflect" if c.variant else "constant"),
        "numpy.broadcastTo": lambda c: lambda x: jnp.broadcast_to(x, c.sizes[::-1]),
        "numpy.expandDims": lambda c: lambda x: jnp.expand_dims(x, 0) * f,
        "numpy.squeeze": lambda c: lambda x: jnp.squeeze(x, 1) * f,
        "numpy.diagonal": lambda c: lambda x: jnp.diagonal(x) * f,
        "numpy.arange": lambda c: lambda x: jnp.arange(c.sizes[0]) * x,
        "numpy.linspace": lambda c: lambda x, y: jnp.linspace(x, y, c.sizes[0]),
        "numpy.zerosLike": lambda c: lambda x: jnp.zeros_like(x) + x,
        "numpy.eye": lambda c: lambda x: jnp.eye(x.shape[0], dtype=x.dtype) * x,
        "numpy.take": lambda c: lambda x, i: jnp.take(x, i, 1 if c.variant else 0),
        "numpy.takeAlongAxis": lambda c: lambda x, i: jnp.take_along_axis(x, i, 1),
        "numpy.get": lambda c: (lambda x, i, j: x[i, j]) if c.variant else lambda x, i: x[i],
        "numpy.bincount": lambda c: lambda x: jnp.bincount(x, length=c.sizes[0]),
        "numpy.at": lambda c: (lambda x, i, u: x.at[i].add(u)) if c.variant == "add" else lambda x, i, u: x.at[i].set(u),
        "numpy.sort": along(jnp.sort),
        "numpy.argsort": along(jnp.argsort),
        "numpy.lexsort": lambda c: lambda x, y: jnp.lexsort((x, y)),
        "numpy.unique": lambda c: lambda x: jnp.unique(x, size=min(1000, x.shape[0]), fill_value=0),
        "numpy.median": along(jnp.median),
        "numpy.quantile": lambda c: lambda x: jnp.quantile(x, 0.9, 1),
        "numpy.percentile": lambda c: lambda x: jnp.percentile(x, 25, 1),
        "numpy.histogram": lambda c: lambda x: jnp.histogram(x, 20),
        "numpy.partition": lambda c: lambda x: jnp.partition(x, x.shape[1] // 2, 1),
        "numpy.argpartition": lambda c: lambda x: jnp.argpartition(x, x.shape[1] // 2, 1),
        "numpy.cumprod": lambda c: lambda x: jnp.cumprod(x, 0),
        "numpy.einsum": lambda c: {"qk": lambda x, y: jnp.einsum("bqhd,bkhd->bhqk", x, y),
                                   "av": lambda x, y: jnp.einsum("bhqk,bkhd->bqhd", x, y),
                                   "diagonal": lambda x: jnp.einsum("ii->i", x) * 2}[c.variant],
        "linalg.multiDot": lambda c: lambda *x: jnp.linalg.multi_dot(x),
        "linalg.lstsq": lambda c: lambda a, b: jnp.linalg.lstsq(a, b)[0],
        "linalg.matrixPower": lambda c: lambda x: jnp.linalg.matrix_power(x, 5),
        "linalg.nuclearNorm": lambda c: lambda x: jnp.linalg.norm(x, "nuc"),
        "linalg.frobeniusNorm": lambda c: lambda x: jnp.linalg.norm(x, "fro"),
        "linalg.eigvalsh": lambda c: jnp.linalg.eigvalsh,
        "linalg.qrRaw": lambda c: lambda x: jnp.linalg.qr(x, "raw"),
        "linalg.svd": lambda c: lambda x: jnp.linalg.svd(x, full_matrices=False),
        "linalg.diagonal": lambda c: lambda x: jnp.linalg.diagonal(x) * 2,
        "linalg.tensorinv": lambda c: lambda x: jnp.linalg.tensorinv(x.reshape(4, -1, x.shape[1]), 2),
        "linalg.tensorsolve": lambda c: lambda a, b: jnp.linalg.tensorsolve(
            a.reshape(4, -1, a.shape[1]), b.reshape(4, -1)),
        "scipy.choSolve": lambda c: lambda a, b: jsp.linalg.cho_solve(jsp.linalg.cho_factor(a), b),
        "scipy.choFactor": lambda c: lambda x: jsp.linalg.cho_factor(x)[0],
        "scipy.luSolve": lambda c: lambda a, b: jsp.linalg.lu_solve(jsp.linalg.lu_factor(a), b),
        "scipy.pivotedQr": lambda c: lambda x: jsp.linalg.qr(x, mode="economic", pivoting=True),
        "scipy.solve": lambda c: lambda a, b: jsp.linalg.solve(a, b, lower=True, assume_a="pos"),
        "scipy.solveTriangular": lambda c: lambda a, b: jsp.linalg.solve_triangular(a, b, lower=True),
        "special.logNdtr": lambda c: jsp.special.log_ndtr,
        "nn.logsumexp": lambda c: lambda x: jax.nn.logsumexp(x, 1),
        "nn.logmeanexp": lambda c: lambda x: jax.nn.logsumexp(x, 1) - math.log(x.shape[1]),
        "nn.gelu": lambda c: lambda x: jax.nn.gelu(x, approximate=not c.variant),
        "nn.softmax": lambda c: lambda x: jax.nn.softmax(x, 0 if c.variant else -1),
        "nn.softSign": lambda c: jax.nn.soft_sign,
        "nn.oneHot": lambda c: lambda x: jax.nn.one_hot(x, c.sizes[0], dtype=jnp.float32),
        "nn.dotProductAttention": lambda c: lax_attention(bool(c.variant))(c),
        "nn.maxPool": lambda c: lambda x: window(x, -np.inf, lax.max, 2, 2, "VALID"),
        "nn.avgPool": lambda c: lambda x: window(x, 0, lax.add, 2, 2, "VALID") / 4,
        "nn.Dense": lambda c: lambda x, b, k: x @ k + b,
        "nn.Conv": lambda c: lambda x, b, k: conv(x, k) + b,
        "nn.ConvTranspose": lambda c: lambda x, b, k: lax.conv_transpose(
            x, k, (2, 2), "SAME", dimension_numbers=image) + b,
        "nn.LayerNorm": lambda c: lambda x, b, s: (
            (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-6) * s + b),
        "nn.RmsNorm": lambda c: lambda x, s: x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * s,
        "nn.Embed": lambda c: lambda i, table: table[i],
        "nn.BatchNorm": lambda c: lambda x, mean, var, b, s: (
            (x - x.mean((0, 1, 2))) * lax.rsqrt(x.var((0, 1, 2)) + 1e-5) * s + b),
        "nn.MultiHeadAttention": lambda c: heads,
        "nn.LSTM": lambda c: lstm,
        "image.resize": lambda c: lambda x: jax.image.resize(
            x, (x.shape[0], 2 * x.shape[1], 2 * x.shape[2], x.shape[3]), "linear"),
        "segments": lambda c: lambda x, i: getattr(jax.ops, snake(c.name.split(".")[1]))(x, i, c.sizes[2]),
        "losses.softmaxCrossEntropyWithIntegerLabels": lambda c: lambda x, i: (
            jax.nn.logsumexp(x, 1) - jnp.take_along_axis(x, i[:, None], 1)[:, 0]),
        "losses.softmaxCrossEntropy": lambda c: lambda x, y: -(y * jax.nn.log_softmax(x)).sum(1),
        "losses.sigmoidBinaryCrossEntropy": lambda c: lambda x, y: (
            -y * jax.nn.log_sigmoid(x) - (1 - y) * jax.nn.log_sigmoid(-x)),
        "losses.squaredError": lambda c: lambda x, y: (x - y) ** 2,
        "random.uniform": sampler("uniform"), "random.normal": sampler("normal"),
        "random.bits": sampler("bits", dtype=False),
        "random.truncatedNormal": lambda c: lambda k: jax.random.truncated_normal(
            key(k), -2, 2, tuple(c.sizes), types[c.dtype]),
        "random.bernoulli": sampler("bernoulli", 0.3, dtype=False),
        "random.randint": lambda c: lambda k: jax.random.randint(key(k), tuple(c.sizes), 0, 1000, jnp.int32),
        "random.exponential": sampler("exponential"), "random.gumbel": sampler("gumbel"),
        "random.laplace": sampler("laplace"), "random.logistic": sampler("logistic"),
        "random.cauchy": sampler("cauchy"), "random.rademacher": sampler("rademacher"),
        "random.gamma": lambda c: lambda k, a: jax.random.gamma(key(k), a, dtype=a.dtype),
        "random.beta": lambda c: lambda k, a, b: jax.random.beta(key(k), a, b, dtype=a.dtype),
        "random.poisson": lambda c: lambda k, a: jax.random.poisson(key(k), a, dtype=jnp.int32),
        "random.binomial": lambda c: lambda k, p: jax.random.binomial(key(k), 20.0, p, dtype=p.dtype),
        "random.categorical": lambda c: lambda k, x: jax.random.categorical(key(k), x),
        "random.choice": lambda c: lambda k, x: jax.random.choice(key(k), x, (c.sizes[1],)),
        "random.permutation": lambda c: lambda k, x: jax.random.permutation(key(k), x),
        "random.split": lambda c: lambda k: jax.random.key_data(jax.random.split(key(k), c.sizes[0])),
        "random.foldIn": lambda c: lambda k, n: jax.random.key_data(jax.random.fold_in(key(k), n)),
        "random.multivariateNormal": lambda c: lambda k, m, s: jax.random.multivariate_normal(
            key(k), m, s, (c.sizes[1],), m.dtype, "cholesky"),
        "random.orthogonal": lambda c: lambda k: jax.random.orthogonal(key(k), c.sizes[0], dtype=jnp.float32),
        "program.mlpGradient": lambda c: mlp,
        "program.vmapMlpGradient": lambda c: jax.vmap(mlp),
        "program.rnn": lambda c: rnn,
        "program.fma": lambda c: lambda x, y, z: x * y + z,
        "program.distances": lambda c: lambda x, y: ((x[:, None] - y[None]) ** 2).sum(2),
        "program.embeddingLoss": lambda c: lambda x, i: (x[i] ** 2).sum(),
        "program.adam": lambda c: adam,
    }
    table.update(programs.table(jax, jnp, lax))

    def groups(rows):
        e = rows // 8
        return jnp.array([e, 3 * e, 2 * e, rows - 6 * e], jnp.int32)

    def function(c):
        module, _, name = c.name.partition(".")
        if c.name in table:
            return table[c.name](c)
        if module in table:
            return table[module](c)
        if module == "lax" and name.startswith("reduce") and name != "reducePrecision":
            return reduced(name, c)
        if module == "lax" and name.startswith("cum"):
            op = getattr(lax, name)
            return lambda x: op(x, axis=axis[c.variant])
        if module == "numpy" and (c.variant in ("rows", "columns", "all") or name in ("cumsum",)):
            return along(getattr(jnp, snake(name)))(c)
        for owner in modules.get(module, []):
            for spelling in (snake(name), name.lower()):
                if hasattr(owner, spelling):
                    return getattr(owner, spelling)
        return None

    def same(kind, shape, dtype, bound, place):
        """The values of an operand at a place, as the class Values draws them."""
        k, t = jax.random.key(17 + place), types[dtype]
        whole = dtype in ("i32", "u32")
        normal = lambda: jax.random.normal(k, shape, jnp.float32)
        uniform = lambda: jax.random.uniform(k, shape, jnp.float32)
        n = shape[-1] if shape else 1
        values = {
            "normal": lambda: jax.random.randint(k, shape, -100, 100, t) if whole else normal(),
            "positive": lambda: jax.random.randint(k, shape, 1, 101, t) if whole else uniform() * 2 + 0.1,
            "share": lambda: uniform() * 0.9 + 0.05,
            "within": lambda: uniform() * 1.8 - 0.9,
            "above": lambda: uniform() * 2 + 1.5,
            "small": lambda: normal() * 0.1,
            "ids": lambda: jax.random.randint(k, shape, 0, bound, jnp.int32),
            "bool": lambda: jax.random.bernoulli(k, jnp.float32(0.5), shape),
            "words": lambda: jax.random.bits(k, shape, jnp.uint32),
            "sorted": lambda: jnp.broadcast_to(jnp.arange(n), shape),
            "gaps": lambda: jnp.where(jax.random.bernoulli(k, jnp.float32(0.2), shape), jnp.nan, normal()),
            "spd": lambda: (a := normal()) @ a.swapaxes(-1, -2) / n + jnp.eye(n, dtype=jnp.float32),
            "symmetric": lambda: (a := normal()) + a.swapaxes(-1, -2),
            "well": lambda: normal() + jnp.eye(n, dtype=jnp.float32) * (2 * math.sqrt(n)),
        }[kind]()
        return values.astype(t)

    global same_draw
    same_draw = same

    def prepare(c):
        plain = function(c)
        if plain is None:
            return None
        operands = [jnp.asarray(x, types[t]) for x, t in zip(c.operands, c.dtypes)]
        # Axes reversed in memory, and transposed in the program.
        stored = [jnp.asarray(x.T) for x in operands] if c.strided else operands
        turned = (lambda *x: plain(*[a.T for a in x])) if c.strided else plain
        if not c.gradient:
            compiled = jax.jit(turned)
            return lambda: jax.block_until_ready(compiled(*stored))
        floats = [i for i, x in enumerate(stored) if jnp.issubdtype(x.dtype, jnp.floating)]

        def of_floats(*some):
            x = list(stored_now[0])
            for i, value in zip(floats, some):
                x[i] = value
            leaves = jax.tree_util.tree_leaves(turned(*x))
            return [y for y in leaves if jnp.issubdtype(y.dtype, jnp.floating)]

        stored_now = [stored]
        cotangents = [jax.random.normal(jax.random.key(1000 + i), y.shape, jnp.float32).astype(y.dtype)
                      for i, y in enumerate(jax.eval_shape(of_floats, *[stored[i] for i in floats]))]

        def gradients(x, ct):
            stored_now[0] = x
            return jax.vjp(of_floats, *[x[i] for i in floats])[1](ct)

        compiled = jax.jit(gradients)
        return lambda: jax.block_until_ready(compiled(stored, cotangents))

    return f"JAX {jax.__version__}", prepare


# ------------------------------------------------------------------------------------------ PyTorch


def torch_library():
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(THREADS)
    types = {"f32": torch.float32, "f64": torch.float64, "bf16": torch.bfloat16, "i32": torch.int32,
             "u32": torch.int64, "bool": torch.bool}
    f = 1.0000001
    L = torch.linalg
    dim = {"rows": 1, "columns": 0, "middle": 1, "": 1}

    # Functions with the same name and operands in torch.
    same = {name: getattr(torch, other) for name, other in {
        "abs": "abs", "acos": "acos", "acosh": "acosh", "add": "add", "asin": "asin", "asinh": "asinh", "atan": "atan",
        "atan2": "atan2", "atanh": "atanh", "ceil": "ceil", "cos": "cos", "cosh": "cosh", "div": "div", "exp": "exp",
        "exp2": "exp2", "expm1": "expm1", "floor": "floor", "log": "log", "log1p": "log1p", "logaddexp": "logaddexp",
        "logistic": "sigmoid", "max": "maximum", "min": "minimum", "mul": "mul", "neg": "neg",
        "nextafter": "nextafter", "pow": "pow", "relu": "relu", "rem": "fmod", "round": "round", "rsqrt": "rsqrt",
        "sign": "sign", "sin": "sin", "sinh": "sinh", "sqrt": "sqrt", "square": "square", "sub": "sub", "tan": "tan",
        "tanh": "tanh", "select": "where", "bitwiseAnd": "bitwise_and", "bitwiseOr": "bitwise_or",
        "bitwiseXor": "bitwise_xor", "not": "bitwise_not", "shiftLeft": "bitwise_left_shift",
        "shiftRightArithmetic": "bitwise_right_shift", "eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt",
        "ge": "ge", "isFinite": "isfinite", "digamma": "digamma", "erf": "erf", "erfc": "erfc", "erfInv": "erfinv",
        "igamma": "igamma", "igammac": "igammac", "lgamma": "lgamma", "batchMatmul": "matmul"}.items()}
    numpy_same = {"add": torch.add, "subtract": torch.sub, "multiply": torch.mul, "divide": torch.div,
                  "power": torch.pow, "floorDivide": torch.floor_divide, "mod": torch.remainder,
                  "maximum": torch.maximum, "minimum": torch.minimum, "where": torch.where, "hypot": torch.hypot,
                  "log2": torch.log2, "log10": torch.log10, "reciprocal": torch.reciprocal, "sinc": torch.sinc,
                  "nanToNum": torch.nan_to_num, "outer": torch.outer, "isnan": torch.isnan, "isclose": torch.isclose,
                  "logicalAnd": torch.logical_and, "matmul": torch.matmul, "dot": torch.dot, "inner": torch.inner,
                  "tril": torch.tril, "triu": torch.triu, "diag": torch.diag, "trace": torch.trace, "kron": torch.kron,
                  "searchsorted": torch.searchsorted, "norm": torch.norm, "cov": torch.cov, "corrcoef": torch.corrcoef,
                  "diff": torch.diff}
    linalg_same = {name: getattr(L, other) for name, other in {
        "cholesky": "cholesky", "cond": "cond", "det": "det", "eigh": "eigh", "eigvalsh": "eigvalsh", "inv": "inv",
        "matrixRank": "matrix_rank", "pinv": "pinv", "qr": "qr", "slogdet": "slogdet", "solve": "solve",
        "svdvals": "svdvals", "norm": "norm", "matrixNorm": "matrix_norm", "vectorNorm": "vector_norm",
        "vecdot": "vecdot", "cross": "cross", "matmul": "matmul"}.items()}
    activations = {"celu": F.celu, "elu": F.elu, "glu": F.glu, "hardSigmoid": F.hardsigmoid, "hardSilu": F.hardswish,
                   "hardTanh": F.hardtanh, "leakyRelu": F.leaky_relu, "logSigmoid": F.logsigmoid, "mish": F.mish,
                   "relu": F.relu, "relu6": F.relu6, "selu": F.selu, "sigmoid": torch.sigmoid, "silu": F.silu,
                   "softSign": F.softsign, "softplus": F.softplus}

    def image(x):
        return x.permute(0, 3, 1, 2)

    def kernel(k):
        return k.permute(3, 2, 0, 1)

    def conv(x, k, steps=1, dilation=1, groups=1):
        pads = []
        for size, side in ((x.shape[1], k.shape[0]), (x.shape[2], k.shape[1])):
            extent = (side - 1) * dilation + 1
            pads.append(max((math.ceil(size / steps) - 1) * steps + extent - size, 0))
        x = image(x)
        if all(pad % 2 == 0 for pad in pads):
            return F.conv2d(x, kernel(k), None, steps, (pads[0] // 2, pads[1] // 2), dilation, groups)
        x = F.pad(x, (pads[1] // 2, pads[1] - pads[1] // 2, pads[0] // 2, pads[0] - pads[0] // 2))
        return F.conv2d(x, kernel(k), None, steps, 0, dilation, groups)

    def attention(causal):
        def of(q, k, v):
            q, k, v = (x.transpose(1, 2) for x in (q, k, v))
            return F.scaled_dot_product_attention(q, k, v, is_causal=causal).transpose(1, 2)
        return of

    def reduction(function, c):
        if c.variant == "all":
            return lambda x: function(x)
        return lambda x: function(x, dim=dim[c.variant])

    def segment_sum(c):
        return lambda x, i: torch.zeros(c.sizes[2], x.shape[1], dtype=x.dtype).index_add_(0, i, x)

    product = lambda c: lambda x, y: torch.matmul(x.transpose(-1, -2) if c.sizes[4] else x,
                                                  y.transpose(-1, -2) if c.sizes[5] else y)
    summed = lambda c: reduction(lambda x, **k: torch.sum(x, dtype=x.dtype, **k), c)
    gather = lambda c: lambda x, i: x.index_select(0, i)
    along = lambda c: lambda x, i: x.gather(1, i.long())
    table = {
        "product": product,
        "lax.clamp": lambda c: lambda low, x, high: torch.clamp(x, low, high),
        "lax.fma": lambda c: lambda x, y, z: torch.addcmul(z, x, y),
        "lax.integerPow": lambda c: lambda x: x ** 3,
        "lax.selectN": lambda c: lambda p, x, y: torch.where(p, y, x),
        "lax.convertElementType": lambda c: lambda x: x.to(torch.float16),
        "lax.reduceSum": summed, "numpy.sum": summed,
        "lax.reduceMax": lambda c: reduction(torch.amax, c), "lax.reduceMin": lambda c: reduction(torch.amin, c),
        "lax.reduceProd": lambda c: reduction(torch.prod, c), "numpy.prod": lambda c: reduction(torch.prod, c),
        "lax.reduceAnd": lambda c: reduction(torch.all, c), "lax.reduceOr": lambda c: reduction(torch.any, c),
        "lax.argmax": lambda c: reduction(torch.argmax, c), "lax.argmin": lambda c: reduction(torch.argmin, c),
        "numpy.argmax": lambda c: torch.argmax,
        "numpy.max": lambda c: reduction(torch.amax, c), "numpy.min": lambda c: reduction(torch.amin, c),
        "numpy.any": lambda c: reduction(torch.any, c), "numpy.all": lambda c: reduction(torch.all, c),
        "numpy.countNonzero": lambda c: reduction(torch.count_nonzero, c),
        "numpy.mean": lambda c: reduction(torch.mean, c),
        "numpy.nansum": lambda c: reduction(torch.nansum, c), "numpy.nanmean": lambda c: reduction(torch.nanmean, c),
        "numpy.var": lambda c: reduction(lambda x, **k: torch.var(x, correction=0, **k), c),
        "numpy.std": lambda c: reduction(lambda x, **k: torch.std(x, correction=0, **k), c),
        "numpy.trapezoid": lambda c: torch.trapezoid,
        "nn.logsumexp": lambda c: lambda x: torch.logsumexp(x, 1),
        "lax.cumsum": lambda c: reduction(torch.cumsum, c), "lax.cumprod": lambda c: reduction(torch.cumprod, c),
        "lax.cummax": lambda c: lambda x: torch.cummax(x, dim[c.variant])[0],
        "lax.cummin": lambda c: lambda x: torch.cummin(x, dim[c.variant])[0],
        "lax.cumlogsumexp": lambda c: reduction(torch.logcumsumexp, c),
        "numpy.cumsum": lambda c: lambda x: torch.cumsum(x, 1), "numpy.cumprod": lambda c: lambda x: torch.cumprod(x, 0),
        "lax.broadcast": lambda c: lambda x: x.expand(c.sizes[1], -1).contiguous(),
        "lax.broadcastInDim": lambda c: lambda x: x[:, None].expand(*c.sizes).contiguous(),
        "lax.collapse": lambda c: lambda x: x.flatten(1, 2) * f,
        "lax.concatenate": lambda c: lambda x, y: torch.cat([x, y], dim[c.variant]),
        "numpy.concatenate": lambda c: lambda x, y: torch.cat([x, y], 1),
        "numpy.hstack": lambda c: lambda x, y: torch.cat([x, y], 1),
        "numpy.vstack": lambda c: lambda x, y: torch.cat([x, y], 0),
        "lax.stack": lambda c: lambda x, y: torch.stack([x, y], 1),
        "numpy.stack": lambda c: lambda x, y: torch.stack([x, y], 0),
        "lax.reshape": lambda c: lambda x: x.reshape(-1) * f, "numpy.reshape": lambda c: lambda x: x.reshape(-1) * f,
        "lax.rev": lambda c: lambda x: torch.flip(x, (dim[c.variant],)),
        "numpy.flip": lambda c: lambda x: torch.flip(x, (0,)),
        "lax.sliceInDim": lambda c: lambda x: x[:, 1:-1] * f,
        "lax.tile": lambda c: lambda x: x.tile(2, 3), "numpy.tile": lambda c: lambda x: x.tile(2, 3),
        "numpy.repeat": lambda c: lambda x: x.repeat_interleave(3, 1),
        "numpy.roll": lambda c: lambda x: x.roll(3, 1),
        "lax.transpose": lambda c: lambda x: x.permute(
            {"": (1, 0), "heads": (0, 2, 1, 3), "first": (3, 0, 1, 2)}[c.variant]).contiguous(),
        "numpy.transpose": lambda c: lambda x: x.T.contiguous(),
        "numpy.swapaxes": lambda c: lambda x: x.transpose(1, 2).contiguous(),
        "numpy.moveaxis": lambda c: lambda x: x.movedim(1, -1).contiguous(),
        "lax.gather": gather, "lax.indexTake": gather, "numpy.get": lambda c: None if c.variant else gather(c),
        "numpy.take": lambda c: lambda x, i: x.index_select(1 if c.variant else 0, i),
        "lax.takeAlongAxis": along, "numpy.takeAlongAxis": along,
        "lax.scatterAdd": lambda c: lambda x, i, u: x.index_add(0, i, u),
        "numpy.at": lambda c: (lambda x, i, u: x.index_add(0, i, u)) if c.variant == "add"
        else lambda x, i, u: x.index_copy(0, i.long(), u),
        "numpy.bincount": lambda c: lambda x: torch.bincount(x, minlength=c.sizes[0]),
        "numpy.isin": lambda c: torch.isin,
        "segments.segmentSum": segment_sum,
        "lax.sort": lambda c: lambda x: torch.sort(x, dim[c.variant])[0],
        "numpy.sort": lambda c: lambda x: torch.sort(x, 1)[0],
        "numpy.argsort": lambda c: lambda x: torch.argsort(x, 1),
        "numpy.median": lambda c: lambda x: torch.quantile(x, 0.5, 1),
        "numpy.quantile": lambda c: lambda x: torch.quantile(x, 0.9, 1),
        "lax.topK": lambda c: lambda x: torch.topk(x, c.sizes[1]),
        "lax.approxMaxK": lambda c: lambda x: torch.topk(x, c.sizes[1]),
        "lax.dotGeneral": lambda c: torch.matmul,
        "numpy.tensordot": lambda c: lambda x, y: torch.tensordot(x, y, 2),
        "linalg.tensordot": lambda c: lambda x, y: torch.tensordot(x, y, 2),
        "linalg.outer": lambda c: torch.outer,
        "linalg.multiDot": lambda c: lambda *x: L.multi_dot(x),
        "numpy.einsum": lambda c: {"qk": lambda x, y: torch.einsum("bqhd,bkhd->bhqk", x, y),
                                   "av": lambda x, y: torch.einsum("bhqk,bkhd->bqhd", x, y),
                                   "diagonal": lambda x: torch.einsum("ii->i", x) * 2}[c.variant],
        "lax.conv": lambda c: conv,
        "lax.convGeneralDilated": lambda c: lambda x, k: {
            "": lambda: conv(x, k), "steps": lambda: conv(x, k, 2), "dilated": lambda: conv(x, k, 1, 2),
            "depthwise": lambda: conv(x, k, groups=x.shape[3]), "groups": lambda: conv(x, k, groups=4)}[c.variant](),
        "nn.Conv": lambda c: lambda x, b, k: conv(x, k) + b[:, None, None],
        "nn.maxPool": lambda c: lambda x: F.max_pool2d(image(x), 2, 2),
        "nn.avgPool": lambda c: lambda x: F.avg_pool2d(image(x), 2, 2),
        "lax.dotProductAttention": lambda c: attention(False),
        "nn.dotProductAttention": lambda c: attention(bool(c.variant)),
        "lax.cholesky": lambda c: L.cholesky, "lax.eigh": lambda c: L.eigh, "lax.linearSolve": lambda c: L.solve,
        "lax.luSolve": lambda c: L.solve, "lax.lu": lambda c: lambda x: L.lu_factor(x)[0],
        "lax.qr": lambda c: L.qr, "lax.svd": lambda c: lambda x: L.svd(x, full_matrices=False),
        "lax.triangularSolve": lambda c: lambda a, b: L.solve_triangular(a, b, upper=False),
        "scipy.solveTriangular": lambda c: lambda a, b: L.solve_triangular(a, b, upper=False),
        "scipy.cholesky": lambda c: L.cholesky, "scipy.choFactor": lambda c: L.cholesky,
        "scipy.choSolve": lambda c: lambda a, b: torch.cholesky_solve(b, L.cholesky(a)),
        "scipy.luFactor": lambda c: L.lu_factor, "scipy.luSolve": lambda c: L.solve, "scipy.lu": lambda c: L.lu,
        "scipy.expm": lambda c: torch.matrix_exp,
        "linalg.svd": lambda c: lambda x: L.svd(x, full_matrices=False),
        "linalg.matrixPower": lambda c: lambda x: L.matrix_power(x, 5),
        "linalg.lstsq": lambda c: lambda a, b: L.lstsq(a, b).solution,
        "nn.gelu": lambda c: lambda x: F.gelu(x, approximate="none" if c.variant else "tanh"),
        "nn.softmax": lambda c: lambda x: torch.softmax(x, 0 if c.variant else -1),
        "nn.logSoftmax": lambda c: lambda x: torch.log_softmax(x, -1),
        "nn.standardize": lambda c: lambda x: F.layer_norm(x, x.shape[-1:]),
        "nn.LayerNorm": lambda c: lambda x, b, s: F.layer_norm(x, x.shape[-1:], s, b, 1e-6),
        "nn.RmsNorm": lambda c: lambda x, s: F.rms_norm(x, x.shape[-1:], s, 1e-6),
        "nn.Dense": lambda c: lambda x, b, k: torch.addmm(b, x, k),
        "losses.softmaxCrossEntropyWithIntegerLabels": lambda c: lambda x, i: F.cross_entropy(
            x, i.long(), reduction="none"),
        "losses.softmaxCrossEntropy": lambda c: lambda x, y: F.cross_entropy(x, y, reduction="none"),
        "losses.sigmoidBinaryCrossEntropy": lambda c: lambda x, y: F.binary_cross_entropy_with_logits(
            x, y, reduction="none"),
        "losses.squaredError": lambda c: lambda x, y: F.mse_loss(x, y, reduction="none"),
        "losses.huberLoss": lambda c: lambda x, y: F.huber_loss(x, y, reduction="none"),
        "losses.cosineSimilarity": lambda c: lambda x, y: F.cosine_similarity(x, y),
        "random.uniform": lambda c: lambda k: torch.rand(*c.sizes, dtype=types[c.dtype]),
        "random.normal": lambda c: lambda k: torch.randn(*c.sizes, dtype=types[c.dtype]),
        "random.bernoulli": lambda c: lambda k: torch.rand(*c.sizes) < 0.3,
        "random.randint": lambda c: lambda k: torch.randint(0, 1000, c.sizes, dtype=torch.int32),
        "program.fma": lambda c: lambda x, y, z: torch.addcmul(z, x, y),
        "program.distances": lambda c: lambda x, y: ((x[:, None] - y[None]) ** 2).sum(2),
        "program.embeddingLoss": lambda c: lambda x, i: (x.index_select(0, i) ** 2).sum(),
    }
    by_module = {"lax": same, "numpy": numpy_same, "linalg": linalg_same, "nn": activations}

    def function(c):
        module, _, name = c.name.partition(".")
        if c.name in table:
            return table[c.name](c)
        return by_module.get(module, {}).get(name)

    def dense(result):
        """Results in the order of their axes, as ours and those of JAX are; PyTorch keeps that of the operands."""
        if isinstance(result, (tuple, list)):
            return [dense(y) for y in result]
        return result.contiguous() if isinstance(result, torch.Tensor) else result

    def prepare(c):
        plain = function(c)
        if plain is None:
            return None
        operands = []
        for x, t in zip(c.operands, c.dtypes):
            x = torch.from_numpy(np.ascontiguousarray(x.T if c.strided else x).astype(np.int64) if t == "u32"
                                 else np.array(x.T if c.strided else x, order="C")).to(types[t])
            operands.append(x.permute(*range(x.dim() - 1, -1, -1)) if c.strided else x)
        if not c.gradient:
            def run():
                with torch.no_grad():
                    return dense(plain(*operands)) if c.strided else plain(*operands)
            return run
        floats = [x.requires_grad_() for x in operands if x.is_floating_point()]

        def outputs():
            result = plain(*operands)
            return [y for y in (result if isinstance(result, (tuple, list)) else [result]) if y.is_floating_point()]

        cotangents = [torch.ones_like(y) for y in outputs()]
        def gradients():
            found = torch.autograd.grad(outputs(), floats, cotangents, allow_unused=True)
            return dense(found) if c.strided else found

        return gradients

    return f"PyTorch {torch.__version__.split('+')[0]}", prepare


# -------------------------------------------------------------------------------------------- NumPy


def numpy_library():
    def prepare(c):
        if c.name != "product" or c.dtype == "bf16":
            return None
        x, y = c.operands
        x, y = (x.swapaxes(-1, -2) if c.sizes[4] else x), (y.swapaxes(-1, -2) if c.sizes[5] else y)
        return lambda: x @ y

    return f"NumPy {np.__version__}", prepare


def main():
    name, prepare = {"jax": jax_library, "torch": torch_library, "numpy": numpy_library}[LIBRARY]()
    print(name, flush=True)
    last, run = None, None
    for line in sys.stdin:
        fields = line.rstrip("\n").split("\t")
        try:
            if fields[0] != last:
                last, run = None, None
                run = prepare(Case(fields))
                last = fields[0]
                if run is not None:
                    total = "" if same_draw is None else " %.12g" % absolute_sum(run())
                    timed(run, min(0.5, 2 * float(fields[1])))
            answer = "none" if run is None else "%.9g %.9g" % timed(run, float(fields[1])) + total
        except Exception as e:
            last = None
            answer = "error " + f"{type(e).__name__}: {e}".replace("\n", " ")[:200]
        print(answer, flush=True)


main()
