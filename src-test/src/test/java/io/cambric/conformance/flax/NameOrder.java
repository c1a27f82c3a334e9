package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares the orders in which names were created.
 *
 * <p>JAX sorts the names of a dict that goes through a transformation, where Cambric keeps the
 * order of creation. So where a source transforms modules, sorted names say nothing about creation.
 */
final class NameOrder {

  private static final Pattern TRANSFORMS =
      Pattern.compile("\\b(jax|nn)\\.(vmap|scan|jit|remat|remat_scan|checkpoint|map_variables)\\b");

  private final boolean sorting;
  private final Check check;

  private NameOrder(boolean sorting, Check check) {
    this.sorting = sorting;
    this.check = check;
  }

  /** Reports each map whose names come in another order than the recorded one. */
  static void check(
      String what,
      GoldenCase golden,
      @Nullable Object expected,
      @Nullable Object actual,
      Check check) {
    var source = golden.json().has("source") ? golden.text("source") : "";
    new NameOrder(TRANSFORMS.matcher(source).find(), check).compare(what, expected, actual);
  }

  private void compare(String what, @Nullable Object expected, @Nullable Object actual) {
    if (!(expected instanceof Map<?, ?> recorded && actual instanceof Map<?, ?> came)) {
      return;
    }
    var names = List.copyOf(recorded.keySet());
    if (!(sorting && isSorted(names))) {
      check.equal(what + " order of names", names, List.copyOf(came.keySet()));
    }
    recorded.forEach((name, value) -> compare(what + "/" + name, value, came.get(name)));
  }

  private static boolean isSorted(List<?> names) {
    return names.equals(names.stream().sorted().toList());
  }
}
