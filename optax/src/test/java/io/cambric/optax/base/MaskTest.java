package io.cambric.optax.base;

import static io.cambric.optax.Optax.addDecayedWeights;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MaskTest {

  @Test
  void a_mask_of_a_mask_is_that_mask() {
    var mask = Mask.of(true);

    assertThat(Mask.of((Object) mask)).isSameAs(mask);
  }

  @Test
  void a_mask_serves_where_a_tree_or_a_function_may_be_passed() {
    var params = Map.of("kernel", Numpy.ones(2), "bias", Numpy.ones(2));
    var zeros = Map.of("kernel", Numpy.zeros(2), "bias", Numpy.zeros(2));
    var decayed = Map.of("kernel", true, "bias", false);
    for (var tx :
        List.of(
            addDecayedWeights(0.5, decayed),
            addDecayedWeights(0.5, Mask.of(decayed)),
            addDecayedWeights(0.5, Mask.of((Map<String, Array> _) -> decayed)))) {
      var updates = tx.update(zeros, tx.init(params), params).updates();

      assertThat(updates.get("kernel").toFloats()).containsExactly(0.5f, 0.5f);
      assertThat(updates.get("bias").toFloats()).containsExactly(0, 0);
    }
  }
}
