package io.cambric.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.conformance.Statements;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Each statement of the Flax map on modules, MS 1 to 82, is the name of a test, or is excused with
 * a reason in {@code excused-statements.txt}.
 */
class StatementsTest {

  private static final int LAST = 82;
  private static final Statements STATEMENTS = Statements.of(StatementsTest.class, "MS");

  @Test
  void every_statement_is_named_by_a_test_or_excused() {
    var found = new TreeSet<>(STATEMENTS.named());
    found.addAll(STATEMENTS.excused().keySet());
    assertThat(found).containsExactlyElementsOf(IntStream.rangeClosed(1, LAST).boxed().toList());
  }

  @Test
  void no_statement_is_both_named_and_excused() {
    assertThat(STATEMENTS.excused().keySet()).doesNotContainAnyElementsOf(STATEMENTS.named());
  }
}
