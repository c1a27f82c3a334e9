package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A constructor of a definition runs outside of any scope; what it makes are attributes. */
class ConstructorsTest {

  @Test
  void nothing_that_needs_a_scope_may_be_called() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n, double mean) {
              ADef { mean = Dense.of(n).call(null).item(); }
              @Compact Array call(Array x) { return x; }
            }
            @Module record BDef(int n, double mean) {
              BDef(int n) { this(n, param("p", ones(), Shape.of(n)).item()); }
              @Compact Array call(Array x) { return x; }
            }
            @Module record CDef(Coder coder) {
              CDef { coder.call(null); }
              @Compact Array call(Array x) { return x; }
            }
            @Module record CoderDef(int n) {
              record Parts(Dense dense) {}
              @Setup Parts parts() { return new Parts(Dense.of(n)); }
              Array call(Parts parts, Array x) { return parts.dense().call(x); }
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "2: [ParamOutsideCompact] call of Dense is called in a constructor, which runs "
                + "outside any scope. Call it in a method marked @Compact.",
            "6: [ParamOutsideCompact] param(...) is called in a constructor, which runs "
                + "outside any scope. Call it in a method marked @Compact.",
            "10: [ParamOutsideCompact] call of Coder is called in a constructor, which runs "
                + "outside any scope. Call it in a method marked @Compact.");
  }

  @Test
  void mend_of_an_own_method_that_it_calls_is_one_that_can_be_followed() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) {
              ADef { call(null); }
              @Compact Array call(Array x) { return x; }
            }
            @Module record BDef(int n) {
              BDef { call(null); }
              @Compact(nameScope = true) Array call(Array x) { return x; }
            }
            @Module record CDef(int n) {
              record Parts(Dense dense) {}
              CDef { parts(); }
              @Setup Parts parts() { return new Parts(Dense.of(n)); }
              Array call(Parts parts, Array x) { return parts.dense().call(x); }
              @Nowrap Dense first() { return parts().dense(); }
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "2: [CompactCalledFromPlain] call is @Compact, but the constructor of ADef, "
                + "which calls it directly, is not, so it cannot create anything. Call it in a "
                + "method marked @Compact.",
            "6: [CompactCalledFromPlain] call is @Compact, but the constructor of BDef, "
                + "which calls it directly, is not, so it cannot create anything. Call it in a "
                + "method marked @Compact.",
            "11: [SetupCalled] parts is @Setup and runs automatically, not in the "
                + "constructor of CDef. Use its parts in a method.",
            "14: [SetupCalled] parts is @Setup and has already run before first, which "
                + "calls it again. Remove @Nowrap, and take its parts as the first parameter, "
                + "first(Parts parts, ...), which callers do not see.");
  }

  @Test
  void attributes_may_be_made_changed_and_read() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n, Dense head) {
              ADef { Objects.requireNonNull(head); head = head.withFeatures(head.features() + n); }
              ADef(int n) { this(n, Dense.of(n).named("head")); }
              ADef(Key key, Array x) { this(Dense.of(2).initWithOutput(key, m -> m.call(x)) == null ? 1 : 2); }
              @Compact Array call(Array x) { return head.call(x); }
            }
            """);

    assertThat(Compile.diagnostics(compilation)).isEmpty();
    assertThat(compilation.errors()).isEmpty();
  }
}
