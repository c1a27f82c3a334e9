package io.cambric.optax.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeavesTest {

  private static final int SIZE = 5000;

  @Test
  void outside_of_jit_what_a_function_of_leaves_makes_on_the_way_is_deleted() {
    var onTheWay = new ArrayList<Array>();
    var tree = Map.of("w", Numpy.ones(SIZE));

    var mapped =
        Leaves.map(
            tree,
            leaf -> {
              onTheWay.add(leaf.add(1));
              return onTheWay.getLast().mul(2);
            });

    assertThat(onTheWay).singleElement().satisfies(a -> assertThat(a.isDeleted()).isTrue());
    assertThat(mapped.get("w").toFloats()).containsOnly(4);
    assertThat(tree.get("w").isDeleted()).isFalse();
  }

  @Test
  void a_function_may_return_its_leaf() {
    var tree = Map.of("w", Numpy.ones(SIZE));

    assertThat(Leaves.map(tree, leaf -> leaf).get("w")).isSameAs(tree.get("w"));
    assertThat(tree.get("w").isDeleted()).isFalse();
  }

  @Test
  void an_update_has_the_same_numbers_with_jit_and_without() {
    var params = Numpy.linspace(-1, 1, SIZE);
    var gradients = Numpy.linspace(2, -1, SIZE);
    var optimiser = Optax.adamw(0.1);
    var jitted =
        Transforms.jit((Array g, Array p) -> optimiser.update(g, optimiser.init(p), p).updates());

    var updates = optimiser.update(gradients, optimiser.init(params), params).updates();

    assertThat(updates.toFloats()).containsExactly(jitted.apply(gradients, params).toFloats());
  }
}
