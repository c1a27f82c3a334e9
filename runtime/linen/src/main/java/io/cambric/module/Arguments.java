package io.cambric.module;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call of a module method, read by generated classes for the definition's
 * method. A lifted transformation replaces them by tracers.
 */
public final class Arguments {

  private final @Nullable Object[] values;

  Arguments(@Nullable Object... values) {
    this.values = values;
  }

  /** {@return an argument, of the type of the method's parameter} */
  @SuppressWarnings({"unchecked", "NullAway"}) // the generated code names the parameter's type
  public <T extends @Nullable Object> T get(int i) {
    return (T) values[i];
  }

  List<@Nullable Object> asList() {
    return Arrays.asList(values);
  }

  /** {@return the arguments} */
  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
