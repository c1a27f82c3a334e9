package io.cambric.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KernelTraitsTest {

  private static final int[] TRANSPOSED = {1, 3};

  @Test
  void a_kernel_without_traits_reads_in_place_and_allows_nothing() {
    Lowering.KernelRule rule = (_, _, _, _) -> {};

    var traits = rule.traits();

    assertThat(traits.inPlace().reads(0, TRANSPOSED)).isTrue();
    assertThat(traits.updates()).isEmpty();
    assertThat(traits.prepacked()).isEmpty();
    assertThat(traits.epilogue()).isFalse();
    assertThat(traits.computed().takes(KernelRegistry.kernels(), 0, List.of(TRANSPOSED))).isFalse();
  }

  @Test
  void each_wither_adds_one_trait() {
    var traits =
        KernelTraits.NONE
            .withInPlace((operand, _) -> operand == 1)
            .withUpdates(2)
            .withPrepacked(0, 1)
            .withEpilogue()
            .withComputed((_, operand, _) -> operand == 0);

    assertThat(traits.inPlace().reads(0, TRANSPOSED)).isFalse();
    assertThat(traits.inPlace().reads(1, TRANSPOSED)).isTrue();
    assertThat(traits.updates()).hasValue(2);
    assertThat(traits.prepacked()).containsExactlyInAnyOrder(0, 1);
    assertThat(traits.epilogue()).isTrue();
    assertThat(traits.computed().takes(KernelRegistry.kernels(), 0, List.of(TRANSPOSED))).isTrue();
    assertThat(traits.computed().takes(KernelRegistry.kernels(), 1, List.of(TRANSPOSED))).isFalse();
  }
}
