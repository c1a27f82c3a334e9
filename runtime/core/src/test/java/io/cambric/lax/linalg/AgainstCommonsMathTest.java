package io.cambric.lax.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decompositions of f64 have the values that another library computes by other methods. */
class AgainstCommonsMathTest {

  private static final double TOLERANCE = 1e-12;

  static LongStream seeds() {
    return Seeds.of(40);
  }

  private static RealMatrix normal(Random random, int rows, int columns) {
    var matrix = new Array2DRowRealMatrix(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        matrix.setEntry(i, j, random.nextGaussian());
      }
    }
    return matrix;
  }

  private static NdArray array(RealMatrix matrix) {
    var values = Arrays.stream(matrix.getData()).flatMapToDouble(Arrays::stream).toArray();
    var shape = Shape.of(matrix.getRowDimension(), matrix.getColumnDimension());
    return TestArrays.of(DType.F64, shape, values);
  }

  private static void assertNear(double[] ours, double[] theirs) {
    double scale = Arrays.stream(theirs).map(Math::abs).max().orElse(0);
    assertThat(ours).containsExactly(theirs, within(TOLERANCE * scale));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void singular_values_are_the_same(long seed) {
    var random = new Random(seed);
    var matrix = normal(random, 1 + random.nextInt(60), 1 + random.nextInt(60));

    var ours = TestArrays.doubles(Lax.svd(array(matrix), false, false).getFirst());

    assertNear(ours, new SingularValueDecomposition(matrix).getSingularValues());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void eigenvalues_of_symmetric_matrices_are_the_same(long seed) {
    var random = new Random(seed);
    int n = 1 + random.nextInt(60);
    var half = normal(random, n, n);
    var matrix = half.add(half.transpose());

    var values = Lax.eigh(array(matrix), true, true).getLast();

    var theirs = new EigenDecomposition(matrix).getRealEigenvalues();
    Arrays.sort(theirs);
    assertNear(TestArrays.doubles(values), theirs);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void solutions_are_the_same(long seed) {
    var random = new Random(seed);
    int n = 1 + random.nextInt(60);
    var matrix = normal(random, n, n);
    for (int i = 0; i < n; i++) {
      matrix.addToEntry(i, i, n);
    }
    var right = normal(random, n, 3);

    var ours = TestArrays.doubles(Lax.linearSolve(array(matrix), array(right)));

    var theirs = new LUDecomposition(matrix).getSolver().solve(right);
    assertNear(ours, Arrays.stream(theirs.getData()).flatMapToDouble(Arrays::stream).toArray());
  }
}
