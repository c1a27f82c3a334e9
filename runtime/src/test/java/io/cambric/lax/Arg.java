package io.cambric.lax;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.random.RandomGenerator;

/**
 * How an operand of a law is drawn.
 *
 * @param shape its sizes
 * @param dtype F64 for those that derivatives are taken along
 * @param values one draw
 */
public record Arg(Shape shape, DType dtype, Values values) {

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

  static Arg ints(int from, int to, int... dims) {
    return ints(DType.I32, from, to, dims);
  }

  static Arg ints(DType dtype, int from, int to, int... dims) {
    return new Arg(
        Shape.of(dims),
        dtype,
        (random, count) -> random.ints(count, from, to).asDoubleStream().toArray());
  }

  static Arg bools(int... dims) {
    return ints(DType.BOOL, 0, 2, dims);
  }

  private static Arg real(Values values, int... dims) {
    return new Arg(Shape.of(dims), DType.F64, values);
  }

  /** {@return whether laws take derivatives along it} */
  public boolean isDifferentiated() {
    return dtype == DType.F64;
  }

  public NdArray draw(RandomGenerator random) {
    return array(new ShapedArray(shape, dtype), values.draw(random, shape.size()));
  }

  /** {@return a draw with a batch axis} */
  NdArray drawLanes(RandomGenerator random, int axis, int lanes) {
    var batched = new Arg(shape.insert(axis, lanes), dtype, values);
    return batched.draw(random);
  }

  static NdArray array(ShapedArray aval, double[] values) {
    var buffer = Buffer.allocate(aval.dtype(), values.length);
    for (int i = 0; i < values.length; i++) {
      buffer.setDouble(i, values[i]);
    }
    return NdArray.of(aval, buffer);
  }
}
