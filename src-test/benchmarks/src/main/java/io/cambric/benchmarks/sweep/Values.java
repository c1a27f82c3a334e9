package io.cambric.benchmarks.sweep;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;

/** The kinds of values that an operand has, by their words in the table and in the protocol. */
enum Values {
  /** Standard normal; whole numbers from -100 to 99 in integers. */
  NORMAL {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return dtype.isInteger()
          ? Random.randint(key, shape, -100, 100, dtype)
          : Random.normal(key, shape).astype(dtype);
    }
  },
  /** From 0.1 to 2.1; whole numbers from 1 to 100 in integers. */
  POSITIVE {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return dtype.isInteger()
          ? Random.randint(key, shape, 1, 101, dtype)
          : Random.uniform(key, shape).mul(2).add(0.1).astype(dtype);
    }
  },
  /** From 0.05 to 0.95. */
  SHARE {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Random.uniform(key, shape).mul(0.9).add(0.05).astype(dtype);
    }
  },
  /** From -0.9 to 0.9. */
  WITHIN {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Random.uniform(key, shape).mul(1.8).sub(0.9).astype(dtype);
    }
  },
  /** From 1.5 to 3.5. */
  ABOVE {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Random.uniform(key, shape).mul(2).add(1.5).astype(dtype);
    }
  },
  /** i32 from 0 to the bound, without it. */
  IDS {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Random.randint(key, shape, 0, bound, DType.I32);
    }

    @Override
    DType dtype(DType ofCase) {
      return DType.I32;
    }
  },
  /** Truth values, true as often as false. */
  BOOL {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Random.bernoulli(key, 0.5, shape);
    }

    @Override
    DType dtype(DType ofCase) {
      return DType.BOOL;
    }
  },
  /** Random words of u32, as in a key. */
  WORDS {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Random.bits(key, shape);
    }

    @Override
    DType dtype(DType ofCase) {
      return DType.U32;
    }
  },
  /** Symmetric positive definite matrices: {@code a a^T / n + 1}. */
  SPD {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      var a = Random.normal(key, shape);
      int n = a.dim(-1);
      return a.matmul(a.swapaxes(-1, -2)).div(n).add(Numpy.eye(n)).astype(dtype);
    }
  },
  /** Symmetric matrices. */
  SYMMETRIC {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      var a = Random.normal(key, shape);
      return a.add(a.swapaxes(-1, -2)).astype(dtype);
    }
  },
  /** Square matrices of a small condition: normal numbers, with 2 sqrt(n) added on the diagonal. */
  WELL {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      var a = Random.normal(key, shape);
      int n = a.dim(-1);
      return a.add(Numpy.eye(n).mul(2 * Math.sqrt(n))).astype(dtype);
    }
  },
  /** Rising numbers along the last axis, from 0 on in steps of 1. */
  SORTED {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Numpy.arange(shape.dim(-1)).broadcastTo(shape).astype(dtype);
    }
  },
  /** Normal numbers, a fifth of them NaN. */
  GAPS {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Numpy.where(
              Random.bernoulli(key.foldIn(1), 0.2, shape),
              Numpy.scalar(Double.NaN),
              Random.normal(key, shape))
          .astype(dtype);
    }
  },
  /** Normal numbers of a tenth of the size, as weights are. */
  SMALL {
    @Override
    Array draw(Key key, Shape shape, DType dtype, int bound) {
      return Random.normal(key, shape).mul(0.1).astype(dtype);
    }
  };

  /** {@return such values, the same for the same key} */
  abstract Array draw(Key key, Shape shape, DType dtype, int bound);

  /** {@return the dtype of such values in a case of a dtype} */
  DType dtype(DType ofCase) {
    return ofCase;
  }
}
