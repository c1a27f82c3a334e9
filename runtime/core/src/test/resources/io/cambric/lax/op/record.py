"""Writes recorded.txt, results of JAX 0.10.2 on CPU: python record.py > recorded.txt"""
import numpy as np
from jax import lax
import jax.numpy as jnp


def pattern(shape, factor, modulus, offset, dtype):
    flat = np.arange(int(np.prod(shape))) * factor % modulus - offset
    return jnp.array(flat.reshape(shape).astype(dtype))


def x(*shape, modulus=11, offset=5):
    return pattern(shape, 7, modulus, offset, np.float32)


def indices(*shape, modulus, offset=0):
    return pattern(shape, 5, modulus, offset, np.int32)


def show(name, a):
    print(name, tuple(a.shape), [float(v) + 0.0 for v in np.asarray(a).ravel()])


def conv(name, image, kernel, lhs, rhs, stride, lhs_dilation, rhs_dilation, features, batches):
    show(name, lax.conv_general_dilated(
        x(*lhs), x(*rhs), (stride, 1), ((1, 0), (-1, 2)), (lhs_dilation, 1), (1, rhs_dilation),
        (image, kernel, image), features, batches))


conv("c1", "NHWC", "HWIO", (2, 5, 4, 3), (3, 2, 3, 4), 1, 1, 1, 1, 1)
conv("c2", "NCHW", "OIHW", (2, 2, 5, 6), (4, 2, 2, 3), 2, 1, 1, 1, 1)
conv("c3", "NHWC", "HWIO", (1, 4, 3, 2), (2, 2, 2, 3), 1, 2, 1, 1, 1)
conv("c4", "NHWC", "HWIO", (1, 7, 6, 2), (2, 2, 2, 3), 2, 1, 2, 1, 1)
conv("c5", "NHWC", "HWIO", (2, 5, 4, 4), (2, 3, 2, 6), 2, 1, 1, 2, 1)
conv("c6", "CHWN", "IHWO", (4, 5, 4, 2), (1, 2, 2, 4), 1, 1, 1, 4, 1)
conv("c7", "NHWC", "OHWI", (4, 5, 4, 2), (6, 2, 2, 2), 2, 1, 1, 1, 2)

GATHERS = [
    ((1,), (0,), (0,), (), ()),
    ((0, 2), (), (1, 0), (), ()),
    ((), (1,), (1,), (0,), (0,)),
]
OPERANDS = [
    (x(3, 4), indices(2, 1, modulus=6, offset=1), (1, 4)),
    (x(4, 5), indices(3, 2, modulus=6, offset=1), (2, 3)),
    (x(2, 5), indices(2, 3, 1, modulus=5), (1, 1)),
]
SCATTERS = [
    ("add", lax.scatter_add), ("set", lax.scatter), ("min", lax.scatter_min),
    ("max", lax.scatter_max), ("mul", lax.scatter_mul),
]
for mode in ["fill", "clip", "promise_in_bounds"]:
    for i, (dims, (operand, places, sizes)) in enumerate(zip(GATHERS, OPERANDS)):
        gather = lax.GatherDimensionNumbers(*dims)
        read = lax.gather(operand, places, gather, sizes, mode=mode, fill_value=0)
        show(f"g{i}{mode}", read)
        updates = x(*read.shape, modulus=13, offset=6)
        for name, scatter in SCATTERS:
            show(f"s{i}{mode}{name}", scatter(
                operand, places, updates, lax.ScatterDimensionNumbers(*dims), mode=mode))

WINDOWS = [
    ((2, 3), (2, 1), (0, 1), (1, 1), (1, 1)),
    ((2, 2), (1, 2), (1, 0), (1, 2), (2, 1)),
    ((1, 3), (3, 3), (-1, 0), (1, 1), (1, 1)),
]
for i, (size, strides, pad, base, dilation) in enumerate(WINDOWS):
    for name, init, f in [("sum", 0.0, lax.add), ("max", -np.inf, lax.max), ("min", np.inf, lax.min)]:
        show(f"w{i}{name}", lax.reduce_window(
            x(5, 6), init, f, size, strides, [(p, p) for p in pad], base, dilation))
