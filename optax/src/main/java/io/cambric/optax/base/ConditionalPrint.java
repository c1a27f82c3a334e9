package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.transform.Debug;
import io.cambric.transform.Transforms;
import java.util.List;

/** Lines that a transformation prints in steps that satisfy a condition. */
public final class ConditionalPrint {

  private ConditionalPrint() {}

  /**
   * Prints a line if a condition holds; see {@link Debug#print}.
   *
   * @param condition a bool scalar
   * @param format the line, with <code>{}</code> as the placeholder of a value
   */
  public static void when(Array condition, String format, Array... values) {
    Transforms.cond(
        condition,
        arrived -> {
          Debug.print(format, arrived.toArray());
          return arrived;
        },
        arrived -> arrived,
        List.of(values));
  }
}
