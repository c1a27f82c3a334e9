package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withPrecision;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ragged products on the fast kernels, against a product for each group. */
class SimdRaggedDotTest {

  private static final int[] SIZES = {70, 0, 1, 33, 90};

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 50})
  void groups_are_products_of_their_rows(int columns) {
    var keys = Key.of(columns).splitToList(2);
    var x = Random.normal(keys.get(0), Shape.of(200, 24));
    var w = Random.normal(keys.get(1), Shape.of(5, 24, columns));
    var sizes = NdArray.ofInts(Shape.of(5), SIZES);

    assertNear(Lax.raggedDot(x, w, sizes), expected(x, w));
    var gradient = Transforms.grad((Array v) -> Lax.raggedDot(x, v, sizes).square().sum()).apply(w);
    assertNear(gradient, Transforms.grad((Array v) -> expected(x, v).square().sum()).apply(w));
  }

  private static Array expected(Array x, Array w) {
    List<Array> parts = new ArrayList<>();
    int from = 0;
    for (int group = 0; group < SIZES.length; group++) {
      parts.add(Lax.sliceInDim(x, from, from + SIZES[group], 1, 0).matmul(w.get(group)));
      from += SIZES[group];
    }
    parts.add(Numpy.zeros(200 - from, w.dim(2)));
    return Numpy.concatenate(parts);
  }

  private static void assertNear(Array actual, Array expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    assertThat(actual.ravel().toFloats())
        .containsExactly(expected.ravel().toFloats(), withPrecision(2e-3f));
  }
}
