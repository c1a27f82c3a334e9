package io.cambric.numpy;

import static io.cambric.numpy.FlattenUtil.ravelPytree;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlattenUtilTest {

  private static final NdArray MATRIX = TestArrays.matrix(2, 2, 1, 2, 3, 4);
  private static final NdArray ROW = TestArrays.vector(5, 6);

  @Test
  void arrays_lie_one_behind_the_other_and_come_back() {
    var raveled = ravelPytree(Map.of("b", ROW, "a", MATRIX));

    assertThat(raveled.flat()).hasToString("f32[6] [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]");
    Map<String, ? extends Array> back = raveled.unravel().apply(raveled.flat().mul(2));
    assertThat((Object) back.get("a")).hasToString("f32[2,2] [[2.0, 4.0], [6.0, 8.0]]");
    assertThat((Object) back.get("b")).hasToString("f32[2] [10.0, 12.0]");
  }

  @Test
  void dtypes_are_promoted_and_restored() {
    List<Array> tree =
        List.of(NdArray.ofInts(Shape.of(2), 1, 2), ROW, NdArray.scalar(DType.BF16, 3));
    var raveled = ravelPytree(tree);

    assertThat(raveled.flat()).hasToString("f32[5] [1.0, 2.0, 5.0, 6.0, 3.0]");
    assertThat(raveled.unravel().apply(raveled.flat()))
        .map(array -> array.aval().toText())
        .containsExactly("i32[2]", "f32[2]", "bf16[]");
    assertThat(ravelPytree(List.of()).flat()).hasToString("f32[0] []");
  }

  @Test
  void the_way_back_is_differentiated_and_compiled() {
    var unravel = ravelPytree(List.of((Array) MATRIX, ROW)).unravel();
    ArrayFn loss = flat -> unravel.apply(flat).get(1).mul(3).sum();

    assertThat(jit(grad(loss)).apply(Numpy.ones(6)).toFloats()).containsExactly(0, 0, 0, 0, 3, 3);
  }

  @Test
  void the_way_back_needs_what_came_there() {
    var unravel = ravelPytree(List.of(MATRIX)).unravel();

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> unravel.apply(ROW))
        .withMessage(
            "unravel needs an array of shape [4], as ravelPytree returned it, but got f32[2].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> unravel.apply(NdArray.ofInts(Shape.of(4), 1, 2, 3, 4)))
        .withMessage(
            "unravel needs an array of dtype f32, as ravelPytree returned it, but got i32[4]."
                + " Convert it with astype.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> ravelPytree(List.of("text")))
        .withMessage(
            "ravelPytree needs a tree of arrays, but has a leaf of String. Mark such components"
                + " @Static.");
  }
}
