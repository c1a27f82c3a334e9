package io.cambric.nn;

import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.serialization.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Carries are tuples in Flax, whose state dicts have indices. */
class CarryStateDictTest {

  @Test
  void carries_have_the_state_dicts_of_tuples() {
    var c = ones(2);
    var h = ones(3);

    assertThat(Serialization.toStateDict(new BidirectionalCarry<>(new LstmCarry(c, h), h)))
        .isEqualTo(Map.of("0", Map.of("0", c, "1", h), "1", h));
  }
}
