package io.cambric.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.HyperparameterException;
import org.junit.jupiter.api.Test;

class LayerArgumentsTest {

  @Test
  void an_argument_comes_from_the_module_or_from_its_call() {
    assertThat(LayerArguments.mergeParam("Noise", "rate", 0.5, null)).isEqualTo(0.5);
    assertThat(LayerArguments.mergeParam("Noise", "rate", null, 0.25)).isEqualTo(0.25);
    assertThat(LayerArguments.mergeParam("Noise", "train", false, null)).isFalse();
  }

  @Test
  void an_argument_that_nobody_gives_is_named() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> LayerArguments.<Double>mergeParam("Noise", "rate", null, null))
        .withMessage(
            "Noise needs rate, but neither the module nor its call sets it. Pass it to "
                + "call, or set it with withRate(...).");
  }

  @Test
  void an_argument_that_both_give_is_refused_even_if_they_agree() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> LayerArguments.mergeParam("Noise", "train", true, true))
        .withMessage(
            "Noise needs train once, but the module has true and its call true."
                + " Leave one of them out.");
  }
}
