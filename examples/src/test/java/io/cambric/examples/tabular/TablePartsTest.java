package io.cambric.examples.tabular;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import org.junit.jupiter.api.Test;

class TablePartsTest {

  @Test
  void class_weights_give_each_class_one_part_in_the_loss() {
    var labels = NdArray.ofInts(Shape.of(6), 0, 0, 0, 0, 0, 1);

    assertThat(TableParts.classWeights(labels, 2).toFloats()).containsExactly(0.6f, 3);
  }
}
