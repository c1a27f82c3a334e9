package io.cambric.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The records that the processor has made pytrees. */
class GeneratedTreesTest {

  /** A record with metadata between its children, and with withers. */
  @PyTree
  record Layer(Array kernel, @Static String name, Array bias) implements LayerWith {}

  /** Is generic, and has trees as children. */
  @PyTree
  record Model<T>(List<T> layers, Map<String, Array> extra, @Static int depth)
      implements ModelWith<T> {}

  private static final Array ONE = NdArray.of(Shape.of(1), 1f);
  private static final Array TWO = NdArray.of(Shape.of(1), 2f);

  @Test
  void runtime_takes_records_apart_with_the_generated_flattener() throws Exception {
    var flattener = Class.forName("io.cambric.generated.GeneratedTreesTest_Layer_Flattener");

    assertThat(flattener.getConstructor().newInstance())
        .isInstanceOf(io.cambric.tree.Flattener.class);
    assertThat(Trees.leaves(new Layer(ONE, "a", TWO))).containsExactly(ONE, TWO);
  }

  @Test
  void rebuilt_record_keeps_metadata_and_the_order_of_children() {
    var model = new Model<>(List.of(new Layer(ONE, "a", TWO)), Map.of("x", ONE), 3);

    var swapped = Trees.map(model, leaf -> leaf == ONE ? TWO : ONE);

    assertThat(swapped)
        .isEqualTo(new Model<>(List.of(new Layer(TWO, "a", ONE)), Map.of("x", TWO), 3));
  }

  @Test
  void metadata_are_part_of_the_structure() {
    assertThat(Trees.structure(new Layer(ONE, "a", TWO)))
        .isEqualTo(Trees.structure(new Layer(TWO, "a", ONE)))
        .isNotEqualTo(Trees.structure(new Layer(ONE, "b", TWO)));
  }

  @Test
  void withers_change_one_component() {
    assertThat(new Layer(ONE, "a", TWO).withBias(ONE)).isEqualTo(new Layer(ONE, "a", ONE));
    assertThat(new Model<>(List.of(ONE), Map.of(), 3).withDepth(4))
        .isEqualTo(new Model<>(List.of(ONE), Map.of(), 4));
  }
}
