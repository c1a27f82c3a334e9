package io.cambric.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The kinds that the property {@code cambric.debug} switches on. The search is tested in
 * DebugNansTest.
 */
class FiniteTraceTest {

  @Test
  void words_of_the_property_name_the_kinds() {
    assertThat(FiniteTrace.kinds("nans")).containsExactly(FiniteTrace.Kind.NAN);
    assertThat(FiniteTrace.kinds("infs, NaNs"))
        .containsExactly(FiniteTrace.Kind.NAN, FiniteTrace.Kind.INFINITY);
    assertThat(FiniteTrace.kinds("")).isEmpty();
    assertThat(FiniteTrace.kinds("other")).isEmpty();
  }

  @Test
  void without_the_property_evaluation_is_at_the_bottom_and_nothing_is_checked() {
    assertThat(FiniteTrace.bottom()).isSameAs(EvalTrace.INSTANCE);
    assertThat(Trace.current()).isSameAs(EvalTrace.INSTANCE);
  }
}
