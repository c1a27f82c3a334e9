package io.cambric.testing;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Small arrays of tests, and their elements. */
public final class TestArrays {

  private TestArrays() {}

  /** {@return an f32 scalar} */
  public static NdArray scalar(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  /** {@return a row of f32} */
  public static NdArray vector(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }

  /** {@return an f32 matrix} */
  public static NdArray matrix(int rows, int columns, float... values) {
    return NdArray.of(Shape.of(rows, columns), values);
  }

  /** {@return an array of a dtype whose element {@code i} is {@code values[i]}} */
  public static NdArray of(DType dtype, Shape shape, double... values) {
    var buffer = Buffer.allocate(dtype, values.length);
    for (int i = 0; i < values.length; i++) {
      buffer.setDouble(i, values[i]);
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }

  /** {@return an array of standard normal numbers} */
  public static NdArray normal(RandomGenerator random, DType dtype, Shape shape) {
    var values = new double[shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    return of(dtype, shape, values);
  }

  /** {@return an array of whole numbers from {@code -bound} to {@code bound}} */
  public static NdArray whole(RandomGenerator random, DType dtype, Shape shape, int bound) {
    var values = new double[shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = dtype == DType.BOOL ? random.nextInt(2) : random.nextInt(-bound, bound + 1);
    }
    return of(dtype, shape, values);
  }

  /** {@return the elements, exact for all but 64-bit integers} */
  public static double[] doubles(Array array) {
    var values = array.concrete("a test");
    var doubles = new double[values.size()];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values.getDouble(i);
    }
    return doubles;
  }

  /** {@return aval and elements as text in which every bit of a number counts} */
  public static List<String> exact(List<? extends Array> arrays) {
    var texts = new ArrayList<String>();
    for (var array : arrays) {
      var text = new StringBuilder(array.aval().toText());
      for (double element : doubles(array)) {
        text.append(' ').append(element);
      }
      texts.add(text.toString());
    }
    return texts;
  }

  /** {@return the sum of the products of elements, in doubles} */
  public static double inner(List<? extends Array> a, List<? extends Array> b) {
    double sum = 0;
    for (int k = 0; k < a.size(); k++) {
      var x = doubles(a.get(k));
      var y = doubles(b.get(k));
      for (int i = 0; i < x.length; i++) {
        sum += x[i] * y[i];
      }
    }
    return sum;
  }
}
