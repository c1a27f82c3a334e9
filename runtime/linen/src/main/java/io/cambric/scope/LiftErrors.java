package io.cambric.scope;

import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The transformations that withhold a collection or stream, and the options that would lift it. */
final class LiftErrors {

  private static final String AXIS = "variableAxis(\"%s\", 0)";
  private static final String BROADCAST = "variableBroadcast(\"%s\")";
  private static final String CARRY = "variableCarry(\"%s\")";

  /** The transformations with filters of variables and of streams among their options. */
  private static final Set<String> FILTERED =
      Set.of("jit", "fold_rngs", "remat", "map_variables", "cond", "switch");

  private LiftErrors() {}

  /** {@return the innermost transformation that leaves out a collection which is there; or null} */
  static @Nullable LiftedFrom withholding(Scope scope, String collection) {
    return nearest(
        scope,
        (from, outer) ->
            !from.collections().matches(collection)
                && outer.values().collectionNames().contains(collection));
  }

  /** {@return whether a collection is given outside, and all transformations lift it} */
  static boolean isGivenOutside(Scope scope, String collection) {
    var outermost = scope;
    for (var at = scope.root().outer(); at != null; at = at.root().outer()) {
      outermost = at;
    }
    return outermost != scope
        && withholding(scope, collection) == null
        && !outermost.values().isCollectionEmpty(collection);
  }

  /** {@return the innermost transformation that leaves out a stream which is there; or null} */
  static @Nullable LiftedFrom withholdingStream(Scope scope, String stream) {
    return nearest(scope, (from, outer) -> !from.streams().matches(stream) && outer.hasRng(stream));
  }

  /**
   * {@return the transformation that does not return a collection although it is mutable outside;
   * or null}
   */
  static @Nullable LiftedFrom notWriting(Scope scope, String collection) {
    if (scope.isMutable(collection)) {
      return null;
    }
    return nearest(scope, (_, outer) -> outer.isMutable(collection));
  }

  private static @Nullable LiftedFrom nearest(Scope scope, BiPredicate<LiftedFrom, Scope> test) {
    var at = scope;
    while (true) {
      var from = at.root().from();
      var outer = at.root().outer();
      if (from == null || outer == null) {
        return null;
      }
      if (test.test(from, outer)) {
        return from;
      }
      at = outer;
    }
  }

  /** {@return the message on a collection that a transformation withholds} */
  static String withheld(LiftedFrom from, String collection) {
    return from.written().matches(collection)
        ? "is an output of this %s, but not an input".formatted(from.transformation())
        : "this %s does not lift".formatted(from.transformation());
  }

  /** {@return the mend for a collection that a transformation withholds} */
  static String mend(LiftedFrom from, String collection) {
    return from.written().matches(collection)
        ? "Give the variable an initial value, or pass the collection in, as in variableAxis(\"%s\", 0)."
            .formatted(collection)
        : "Name it in the options, as in %s.".formatted(in(from, collection));
  }

  private static String in(LiftedFrom from, String collection) {
    return switch (from.transformation()) {
      case "vmap", "pmap" -> either(BROADCAST, AXIS, collection);
      case "scan" ->
          "%s, %s or %s"
              .formatted(
                  BROADCAST.formatted(collection),
                  CARRY.formatted(collection),
                  AXIS.formatted(collection));
      case "while_loop" ->
          either(CARRY, "variableBroadcast(CollectionFilter.of(\"%s\"))", collection);
      default -> filter(from, "variables", collection);
    };
  }

  /** {@return why a collection cannot be written, and the mend, without a full stop} */
  static String notWritten(LiftedFrom from, String collection) {
    // The condition of a while loop writes nothing, not even carried collections.
    return from.written().matches(collection)
        ? "the condition of this %s is read-only. Write the variable in the body"
            .formatted(from.transformation())
        : "collection \"%s\" is not an output of this %s. Declare it in the options, as in %s"
            .formatted(collection, from.transformation(), out(from, collection));
  }

  private static String out(LiftedFrom from, String collection) {
    return switch (from.transformation()) {
      case "vmap", "pmap" -> either(AXIS, BROADCAST, collection);
      case "scan" -> either(AXIS, CARRY, collection);
      case "while_loop" -> CARRY.formatted(collection);
      case "map_variables" -> "mutable() or init()";
      default -> filter(from, "variables", collection);
    };
  }

  /** {@return examples of the options that lift a stream} */
  static String stream(LiftedFrom from, String stream) {
    return switch (from.transformation()) {
      case "vmap", "pmap", "scan", "while_loop" ->
          either("splitRngs(\"%s\")", "shareRngs(\"%s\")", stream);
      default -> filter(from, "rngs", stream);
    };
  }

  private static String either(String first, String second, String name) {
    return "%s or %s".formatted(first.formatted(name), second.formatted(name));
  }

  private static String filter(LiftedFrom from, String option, String name) {
    return FILTERED.contains(from.transformation())
        ? "%s(CollectionFilter.of(\"%s\"))".formatted(option, name)
        : "a filter of its Pack for \"%s\"".formatted(name);
  }
}
