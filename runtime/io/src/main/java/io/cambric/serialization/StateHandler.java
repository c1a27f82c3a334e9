package io.cambric.serialization;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The registered functions of a class. */
sealed interface StateHandler {

  /**
   * Functions between objects and states.
   *
   * @param toStateDict from an object to its state
   * @param fromStateDict from a target and a state to an object like the target
   */
  record Functions(
      Function<Object, ?> toStateDict, BiFunction<Object, @Nullable Object, ?> fromStateDict)
      implements StateHandler {}

  /**
   * Functions between objects and their fields, whose states are made like those of a record.
   *
   * @param fields from an object to its fields by name
   * @param withFields from a target and other fields of the same names to an object
   */
  record Fields(
      Function<Object, Map<String, ?>> fields,
      BiFunction<Object, Map<String, @Nullable Object>, ?> withFields)
      implements StateHandler {}
}
