package io.cambric.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class PeerProcessTest {

  private final Case exp = Operations.parse("lax.exp f32 3 4");

  private PeerAnswer ask(String rule) throws IOException {
    try (var peer = PeerProcess.start(EchoPeer.command("Echo 1", rule), 3)) {
      return peer.ask(exp, 0.5);
    }
  }

  @Test
  void peer_has_a_name_and_knows_the_threads() throws IOException {
    try (var peer = PeerProcess.start(EchoPeer.command("Echo 1"), 3)) {
      assertThat(peer.name()).isEqualTo("Echo 1 on 3");
    }
  }

  @Test
  void answer_is_a_median_with_a_sum_or_without_none_or_an_error() throws IOException {
    try (var peer =
        PeerProcess.start(
            EchoPeer.command(
                "Echo 1",
                "lax.exp f32 3 4\\t0.5\\tf32.3,4. normal=2e-3 0.001",
                "sin=error no memory",
                "tan=2e-3 0.001 17.5"),
            1)) {
      assertThat(peer.ask(exp, 0.5)).isEqualTo(new PeerAnswer(2e-3, Double.NaN, ""));
      assertThat(peer.ask(Operations.parse("lax.sin f32 3 4"), 0))
          .isEqualTo(new PeerAnswer(Double.NaN, Double.NaN, "no memory"));
      assertThat(peer.ask(Operations.parse("lax.cos f32 3 4"), 0))
          .isEqualTo(new PeerAnswer(Double.NaN, Double.NaN, ""));
      assertThat(peer.ask(Operations.parse("lax.tan f32 3 4"), 0))
          .isEqualTo(new PeerAnswer(2e-3, 17.5, ""));
    }
  }

  @Test
  void answer_that_is_none_of_these_is_shown() {
    for (var answer : new String[] {"fast", "1", "0 0", "-1 2", "1e-3 soon", "NaN 1"}) {
      assertThatThrownBy(() -> ask("exp=" + answer))
          .isInstanceOf(IOException.class)
          .hasMessageEndingWith(
              " answered \"%s\" to the case \"lax.exp f32 3 4\". An answer is MEDIAN MIN in seconds, with or without a sum of the results; or none; or error TEXT."
                  .formatted(answer));
    }
  }

  @Test
  void peer_that_ends_is_named_with_the_place() {
    assertThatThrownBy(() -> ask("exp=end"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The peer \"%s\" ended after the case \"lax.exp f32 3 4\". Its error output is above."
                .formatted(EchoPeer.command("Echo 1", "exp=end")));
    assertThatThrownBy(() -> PeerProcess.start(EchoPeer.command("end"), 1))
        .hasMessage(
            "The peer \"%s\" ended when it started. Its error output is above."
                .formatted(EchoPeer.command("end")));
  }

  @Test
  void program_that_is_not_there_is_named() {
    assertThatThrownBy(() -> PeerProcess.start("no-such-program jax", 1))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The peer \"no-such-program jax\" does not start: ")
        .hasMessageEndingWith(" Give --peer a program with its arguments.");
  }
}
