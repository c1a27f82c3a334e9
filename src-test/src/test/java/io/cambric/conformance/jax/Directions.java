package io.cambric.conformance.jax;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Signs of eigenvectors and singular vectors, which are not determined: the vectors are given the
 * signs of the recorded ones. Vectors that only complete a basis are checked to be orthonormal to
 * the others, and replaced by the recorded ones.
 */
final class Directions {

  private static final double ORTHONORMAL = 1e-5;

  private Directions() {}

  /** {@return whether a case says that the signs of its vectors are not determined} */
  static boolean areFree(GoldenCase golden) {
    return golden.json().path("note").asString("").contains("not determined");
  }

  /** {@return the results of {@code eigh} or {@code svd}, with the signs of the recorded ones} */
  static @Nullable Object aligned(@Nullable Object expected, @Nullable Object actual) {
    if (!(expected instanceof Map<?, ?> fields) || !(actual instanceof List<?> results)) {
      return actual;
    }
    var recorded = List.copyOf(fields.values());
    if (results.size() == 2) {
      var columns = new Columns(recorded.get(1), false);
      var came = new Columns(results.get(1), false);
      return List.of(results.get(0), came.aligned(columns, came.signs(columns), came.count()));
    }
    var left = new Columns(results.get(0), false);
    var right = new Columns(results.get(2), true);
    var leftRecorded = new Columns(recorded.get(0), false);
    var rightRecorded = new Columns(recorded.get(2), true);
    int determined = ((Array) results.get(1)).dim(-1);
    // The two vectors of a singular value share one sign.
    var signs = left.signs(leftRecorded);
    return List.of(
        left.aligned(leftRecorded, signs, determined),
        results.get(1),
        right.aligned(rightRecorded, signs, determined));
  }

  /** The vectors of a matrix: its columns, or its rows. */
  private record Columns(NdArray matrix, boolean rows) {

    Columns(Object matrix, boolean rows) {
      this((NdArray) matrix, rows);
    }

    int count() {
      return matrix.dim(rows ? 0 : 1);
    }

    double[] vector(int k) {
      int length = matrix.dim(rows ? 1 : 0);
      var vector = new double[length];
      for (int i = 0; i < length; i++) {
        vector[i] = matrix.getDouble(rows ? k * length + i : i * count() + k);
      }
      return vector;
    }

    double[] signs(Columns recorded) {
      var signs = new double[count()];
      for (int k = 0; k < signs.length; k++) {
        signs[k] = dot(vector(k), recorded.vector(k)) < 0 ? -1 : 1;
      }
      return signs;
    }

    NdArray aligned(Columns recorded, double[] signs, int determined) {
      var vectors = new ArrayList<double[]>();
      for (int k = 0; k < count(); k++) {
        double sign = k < determined ? signs[k] : 1;
        var own = Arrays.stream(vector(k)).map(value -> sign * value).toArray();
        vectors.add(k < determined || !isOrthonormal(k) ? own : recorded.vector(k));
      }
      return of(vectors);
    }

    private boolean isOrthonormal(int k) {
      boolean orthonormal = true;
      for (int j = 0; j <= k; j++) {
        double product = dot(vector(j), vector(k)) - (j == k ? 1 : 0);
        orthonormal &= Math.abs(product) < ORTHONORMAL;
      }
      return orthonormal;
    }

    private NdArray of(List<double[]> vectors) {
      var buffer = Buffer.allocate(matrix.dtype(), matrix.size());
      int length = matrix.dim(rows ? 1 : 0);
      for (int k = 0; k < vectors.size(); k++) {
        for (int i = 0; i < length; i++) {
          buffer.setDouble(rows ? k * length + i : i * count() + k, vectors.get(k)[i]);
        }
      }
      return NdArray.of(
          new ShapedArray(Shape.of(matrix.shape().toArray()), matrix.dtype()), buffer);
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
