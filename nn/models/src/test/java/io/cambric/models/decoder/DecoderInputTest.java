package io.cambric.models.decoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import org.junit.jupiter.api.Test;

class DecoderInputTest {

  private static final NdArray TOKENS = NdArray.ofInts(Shape.of(2, 3), 5, 6, 7, 8, 9, 4);

  @Test
  void positions_count_from_the_first_token_that_is_no_padding() {
    var input = DecoderInput.of(TOKENS, NdArray.ofInts(Shape.of(2, 3), 1, 1, 1, 0, 0, 1));
    assertThat(input.positions().concrete("positions").toInts()).containsExactly(0, 1, 2, 0, 0, 0);
    assertThat(input.mask().dtype()).isEqualTo(DType.BOOL);
    var whole = DecoderInput.of(TOKENS);
    assertThat(whole.positions().concrete("positions").toInts()).containsExactly(0, 1, 2, 0, 1, 2);
    assertThat(whole.mask().all().item()).isEqualTo(1);
  }

  @Test
  void other_shapes_are_refused() {
    assertThatThrownBy(() -> DecoderInput.of(TOKENS.reshape(6)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "A decoder needs tokens of shape [batch, length], but got i32[6]. Add an axis "
                + "with expandDims.");
    assertThatThrownBy(() -> DecoderInput.of(TOKENS, TOKENS.get(":, :2")))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "A decoder needs a mask with the shape of its tokens, but tokens are i32[2,3] "
                + "and the mask is i32[2,2]. Pass 0 at padding and 1 elsewhere.");
  }

  @Test
  void more_tokens_than_a_cache_has_slots_are_refused() {
    var cache = KeyValueCache.empty(1, 2, 2, 1, 4, DType.F32);
    assertThatThrownBy(() -> DecoderAttention.of(DecoderInput.of(TOKENS), cache, null))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "A key-value cache needs a slot for each token, but has 2 for 3 tokens. Create "
                + "it with more slots.");
  }
}
