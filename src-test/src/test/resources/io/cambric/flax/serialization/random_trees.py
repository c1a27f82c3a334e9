"""Writes random trees with the real Flax: files 0, 2 ... sorted, 1, 3 ... in the order of insertion.

Arguments: a folder, a seed, the number of files.
"""
import os
import random
import sys

import ml_dtypes
import numpy as np
from flax import serialization

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(seed)
rng = np.random.default_rng(seed)
DTYPES = [
    'float32', 'float64', 'float16', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32',
    'uint64', 'bool', 'complex64', 'complex128', ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn,
    ml_dtypes.float8_e5m2, ml_dtypes.int4, '<U3', 'datetime64[s]', 'S5']


def array():
  shape = tuple(random.choice([0, 1, 2, 3, 5, 17]) for _ in range(random.randint(0, 3)))
  dtype = random.choice(DTYPES)
  return rng.integers(0, 2 if dtype == 'bool' else 100, shape).astype(dtype)


def leaf():
  return random.choice([
      array,
      array,
      lambda: random.choice([-1, 1]) * 2 ** random.randint(0, 63),
      lambda: random.randint(0, 2**64 - 1),
      lambda: random.choice([0.0, -0.0, float('inf'), float('nan'), random.random()]),
      lambda: random.choice(['', 'é☃', '\U0001F600', 'x' * random.randint(0, 300)]),
      lambda: random.choice([None, True, False, complex(random.random(), -1)]),
      lambda: bytes(random.randint(0, 300)),
      lambda: np.dtype(random.choice(['float32', 'int64', 'bool', 'complex64'])).type(1),
  ])()


def tree(depth):
  kind = random.randint(0, 3)
  if depth == 0 or kind == 0:
    return leaf()
  size = random.choice([0, 1, 2, 5, 20])
  if kind == 1:
    return [tree(depth - 1) for _ in range(size)]
  names = [random.choice(['kernel', 'é', 'z/']) + str(random.randint(0, 999)) for _ in range(size)]
  return {name: tree(depth - 1) for name in names}


for i in range(count):
  write = serialization.to_bytes if i % 2 else serialization.msgpack_serialize
  with open(os.path.join(folder, '%d.msgpack' % i), 'wb') as file:
    file.write(write(tree(3)))
