package io.cambric.scope.lift;

import io.cambric.scope.Variables;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of a transformed function, which returns them as one pytree: the result, and groups
 * of variables.
 */
final class Outputs {

  private Outputs() {}

  static List<@Nullable Object> of(@Nullable Object output, List<List<Variables>> variables) {
    return Arrays.asList(output, variables);
  }

  // The output is what the function of that type returned.
  @SuppressWarnings({"unchecked", "NullAway"})
  static <R extends @Nullable Object> R output(List<@Nullable Object> tree) {
    return (R) tree.get(0);
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the tree that of made
  static List<List<Variables>> variables(List<@Nullable Object> tree) {
    return (List<List<Variables>>) tree.get(1);
  }
}
