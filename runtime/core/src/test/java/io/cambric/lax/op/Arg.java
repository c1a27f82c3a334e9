package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.random.RandomGenerator;

/**
 * An operand of a law: its type, and the distribution of its values.
 *
 * @param shape its sizes
 * @param dtype F64 for those that derivatives are taken along
 * @param values one draw
 * @param isDifferentiated whether laws take derivatives along it
 */
public record Arg(Shape shape, DType dtype, Values values, boolean isDifferentiated) {

  /** Fills an operand with numbers. */
  public interface Values {
    double[] draw(RandomGenerator random, int count);
  }

  static Arg normal(int... dims) {
    return real((random, count) -> random.doubles(count, -2, 2).toArray(), dims);
  }

  static Arg between(double from, double to, int... dims) {
    return real((random, count) -> random.doubles(count, from, to).toArray(), dims);
  }

  /** Away from 0, of either sign. */
  static Arg nonzero(int... dims) {
    return real(
        (random, count) -> {
          double[] values = random.doubles(count, 0.3, 2).toArray();
          for (int i = 0; i < count; i++) {
            values[i] *= random.nextBoolean() ? 1 : -1;
          }
          return values;
        },
        dims);
  }

  /** A shuffle of numbers 0.25 apart, so that no step of a difference changes their order. */
  static Arg distinct(int... dims) {
    return real(
        (random, count) -> {
          double[] values = new double[count];
          for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            values[i] = values[j];
            values[j] = 0.25 * i - 0.1 * count;
          }
          return values;
        },
        dims);
  }

  /** Ascending along the last axis. */
  static Arg ascending(int... dims) {
    int n = dims[dims.length - 1];
    return real(
        (random, count) -> {
          double[] values = new double[count];
          for (int i = 0; i < count; i++) {
            values[i] = (i % n == 0 ? -1 : values[i - 1]) + random.nextDouble(0.1, 0.5);
          }
          return values;
        },
        dims);
  }

  static Arg ints(int from, int to, int... dims) {
    return ints(DType.I32, from, to, dims);
  }

  static Arg ints(DType dtype, int from, int to, int... dims) {
    return new Arg(
        Shape.of(dims),
        dtype,
        (random, count) -> random.ints(count, from, to).asDoubleStream().toArray(),
        false);
  }

  /** Square matrices far from singular, of different elements on their diagonal. */
  static Arg dominant(int... dims) {
    int n = dims[dims.length - 1];
    return real(
        (random, count) -> {
          double[] values = random.doubles(count, -0.5, 0.5).toArray();
          for (int i = 0; i < count; i++) {
            int row = i / n % n;
            values[i] += row == i % n ? n + 2 * row : 0;
          }
          return values;
        },
        dims);
  }

  static Arg bools(int... dims) {
    return ints(DType.BOOL, 0, 2, dims);
  }

  private static Arg real(Values values, int... dims) {
    return new Arg(Shape.of(dims), DType.F64, values, true);
  }

  /** {@return this operand, without derivatives along it} */
  Arg held() {
    return new Arg(shape, dtype, values, false);
  }

  public NdArray draw(RandomGenerator random) {
    return array(new ShapedArray(shape, dtype), values.draw(random, shape.size()));
  }

  /** {@return a draw for each lane, along a batch axis} */
  NdArray drawLanes(RandomGenerator random, int axis, int lanes) {
    int inner = shape.slice(axis, shape.rank()).size();
    double[] all = new double[lanes * shape.size()];
    for (int lane = 0; lane < lanes; lane++) {
      double[] one = values.draw(random, shape.size());
      for (int i = 0; i < one.length; i++) {
        all[(i / inner * lanes + lane) * inner + i % inner] = one[i];
      }
    }
    return array(new ShapedArray(shape.insert(axis, lanes), dtype), all);
  }

  public static NdArray array(ShapedArray aval, double[] values) {
    var buffer = Buffer.allocate(aval.dtype(), values.length);
    for (int i = 0; i < values.length; i++) {
      buffer.setDouble(i, values[i]);
    }
    return NdArray.of(aval, buffer);
  }
}
