package io.cambric.io.checkpoint;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A choice of the values to restore, for fine-tuning and for inspecting checkpoints; immutable.
 *
 * <p>Paths have the form of {@code Trees}, with slashes: {@code params/Dense_0/kernel}. Names of a
 * checkpoint are first limited to a part, then renamed, then matched to the paths of the target.
 *
 * {@snippet :
 * var options = RestoreOptions.latest()
 *     .withPart("params")                        // of a saved training state
 *     .withRenamed("encoder", "backbone")
 *     .withPaths(path -> !path.startsWith("head/"));
 * Params params = checkpoints.restore(freshParams, options).tree();
 * }
 */
public final class RestoreOptions {

  /** The checkpoint that is restored. */
  sealed interface Choice {

    /** The latest checkpoint. */
    record Latest() implements Choice {}

    /** The best checkpoint by the rule of {@link Checkpoints#best}. */
    record Best() implements Choice {}

    /** The checkpoint at a step. */
    record OfStep(long step) implements Choice {}
  }

  private final Choice choice;
  private final String part;
  private final UnaryOperator<String> renames;
  private final @Nullable Predicate<String> paths;

  private RestoreOptions(
      Choice choice,
      String part,
      UnaryOperator<String> renames,
      @Nullable Predicate<String> paths) {
    this.choice = choice;
    this.part = part;
    this.renames = renames;
    this.paths = paths;
  }

  /** {@return all of the latest checkpoint} */
  public static RestoreOptions latest() {
    return all(new Choice.Latest());
  }

  /**
   * {@return all of the best checkpoint, by the rule of {@link Checkpoints#withBest}}
   *
   * <p>Of two with equal metrics it is the earlier one.
   */
  public static RestoreOptions best() {
    return all(new Choice.Best());
  }

  /** {@return all of the checkpoint at a step} */
  public static RestoreOptions of(long step) {
    return all(new Choice.OfStep(step));
  }

  private static RestoreOptions all(Choice choice) {
    return new RestoreOptions(choice, "", UnaryOperator.identity(), null);
  }

  /** {@return these, limited to the part of the checkpoint below a path, taken as the whole} */
  public RestoreOptions withPart(String path) {
    return new RestoreOptions(choice, path, renames, paths);
  }

  /**
   * {@return these, with one name of the checkpoint replaced}
   *
   * @param saved a path, or the beginning of paths up to a slash
   * @param target the replacement in the target; the empty text removes these segments
   */
  public RestoreOptions withRenamed(String saved, String target) {
    return withRenames(name -> Paths.replaced(name, saved, target));
  }

  /** {@return these, with names of the checkpoint changed by a function, after earlier renames} */
  public RestoreOptions withRenames(UnaryOperator<String> function) {
    var before = renames;
    return new RestoreOptions(choice, part, name -> function.apply(before.apply(name)), paths);
  }

  /**
   * {@return these, limited to some paths of the target}
   *
   * <p>All other paths keep their values, and the checkpoint may contain more.
   */
  public RestoreOptions withPaths(Predicate<String> chosen) {
    return new RestoreOptions(choice, part, renames, chosen);
  }

  Choice choice() {
    return choice;
  }

  /** {@return the path of the part; empty for the whole} */
  String part() {
    return part;
  }

  /** {@return whether the checkpoint may contain values that are not restored} */
  boolean isPartial() {
    return paths != null;
  }

  boolean takes(String path) {
    return paths == null || paths.test(path);
  }

  /** {@return the path in the target for a name in the checkpoint; empty outside of the part} */
  Optional<String> path(String name) {
    return Paths.below(part, name).map(renames);
  }

  /** Paths of segments with slashes between them. */
  private static final class Paths {

    private Paths() {}

    static Optional<String> below(String part, String name) {
      if (part.isEmpty()) {
        return Optional.of(name);
      }
      if (name.equals(part)) {
        return Optional.of(CheckpointLeaves.WHOLE);
      }
      return name.startsWith(part + "/")
          ? Optional.of(name.substring(part.length() + 1))
          : Optional.empty();
    }

    static String replaced(String name, String from, String to) {
      if (name.equals(from)) {
        return to.isEmpty() ? CheckpointLeaves.WHOLE : to;
      }
      if (from.isEmpty()) {
        return to.isEmpty() ? name : to + "/" + name;
      }
      if (!name.startsWith(from + "/")) {
        return name;
      }
      var rest = name.substring(from.length() + 1);
      return to.isEmpty() ? rest : to + "/" + rest;
    }
  }

  /** {@return the choice and the part} */
  @Override
  public String toString() {
    return "RestoreOptions[step=%s, part=%s, partial=%s]"
        .formatted(
            switch (choice) {
              case Choice.Latest() -> "latest";
              case Choice.Best() -> "best";
              case Choice.OfStep(long step) -> Long.toString(step);
            },
            part.isEmpty() ? "all" : part,
            paths != null);
  }
}
