package io.cambric.nn;

import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.numpy.Key;
import org.junit.jupiter.api.Test;

/** Layers inside a compact module. */
class MlpTest {

  @Test
  void names_are_numbered_and_seed_the_parameters_of_flax() {
    var made = Mlp.of(2, 1).initWithOutput(Key.of(0), ones(1, 3));
    var params = made.variables().params();
    assertThat(params.entries().keySet()).containsExactly("Dense_0", "Dense_1");
    assertNear(
        params.get("Dense_0", "kernel"),
        -.95366687,
        .43564045,
        -.79544437,
        -.49191567,
        .5308103,
        .7410994);
    assertNear(params.get("Dense_1", "kernel"), .00235286, .22645219);
    assertNear(made.output(), .15221345);
  }
}
