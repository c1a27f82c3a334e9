package io.cambric.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.Numpy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shapes of results without computing them. */
class EvalShapeTest {

  record Line(Array slope, Array offset) {}

  private static ShapedArray f32(int... dims) {
    return new ShapedArray(Shape.of(dims), DType.F32);
  }

  @Test
  void the_shape_of_a_product_is_known_from_the_shape_of_its_operand() {
    assertThat(Transforms.evalShape((Array x) -> x.matmul(Numpy.ones(3, 2)), f32(5, 3)))
        .isEqualTo(f32(5, 2));
  }

  @Test
  void lists_and_what_is_no_array_stay_as_they_are() {
    assertThat(Transforms.evalShape((Array x) -> List.of(x.sum(), "sum"), Numpy.ones(3)))
        .isEqualTo(List.of(f32(), "sum"));
  }

  @Test
  void for_a_record_that_holds_arrays_only_there_is_a_map_by_the_names_of_its_components() {
    assertThat(Transforms.evalShape((Array x) -> new Line(x, x.sum()), Numpy.ones(3)))
        .isEqualTo(Map.of("slope", f32(3), "offset", f32()));
  }

  @Test
  void a_program_comes_with_the_shapes_of_its_results() {
    var product =
        Transforms.makeJaxprAndShape((x, y) -> x.matmul(y), Numpy.ones(2, 3), Numpy.ones(3));
    var tree =
        Transforms.makeJaxprAndShape(
            (Array x) -> Map.of("a", x, "b", Arrays.asList(x.sum(), null)), Numpy.ones(2, 3));

    assertThat(product.shape()).isEqualTo(f32(2));
    assertThat(product.jaxpr().toText())
        .isEqualTo(
            Transforms.makeJaxpr((x, y) -> x.matmul(y), Numpy.ones(2, 3), Numpy.ones(3)).toText());
    assertThat(tree.shape()).isEqualTo(Map.of("a", f32(2, 3), "b", Arrays.asList(f32(), null)));
    assertThat(tree.jaxpr().outputAvals()).containsExactly(f32(2, 3), f32());
  }
}
