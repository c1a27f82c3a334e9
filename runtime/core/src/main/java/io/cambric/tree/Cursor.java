package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cursor: a place in a pytree. It makes copies of the whole tree that differ at this place.
 * Immutable.
 *
 * <p>Paths are names joined by slashes, as in {@code Dense_0/kernel}; positions in lists are
 * numbers. Components of records that are {@code @Static} are not places.
 *
 * {@snippet :
 * Params halved =
 *     Cursor.of(params).at("Dense_0", "kernel").update((Array kernel) -> kernel.mul(0.5));
 * }
 *
 * @param <T> the whole tree
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.cursor.html">flax.cursor</a>
 */
public final class Cursor<T> {

  private final T root;
  private final List<String> path;

  /** Null only if the tree has null here. */
  private final @Nullable Object value;

  private Cursor(T root, List<String> path, @Nullable Object value) {
    this.root = root;
    this.path = path;
    this.value = value;
  }

  /** {@return the root of a tree} */
  public static <T> Cursor<T> of(T tree) {
    return new Cursor<>(tree, List.of(), tree);
  }

  /**
   * {@return the cursor at a place below this one}
   *
   * @param names of the children on the path: keys, names of components, or indices
   * @throws TreeStructureException if there is no such place
   */
  public Cursor<T> at(Object... names) {
    var cursor = this;
    for (var name : names) {
      cursor = cursor.child(String.valueOf(name));
    }
    return cursor;
  }

  private Cursor<T> child(String name) {
    var level = value == null ? null : Level.of(value);
    if (level == null) {
      throw new TreeStructureException(
          "A cursor at \"%s\" was asked for \"%s\", but it points to %s, which has no children. Leave out the names after \"%s\"."
              .formatted(
                  path(),
                  name,
                  value == null ? "null" : "a leaf of type " + value.getClass().getSimpleName(),
                  path()));
    }
    int i = level.names().indexOf(name);
    if (i < 0) {
      throw new TreeStructureException(
          "A cursor at \"%s\" was asked for \"%s\", but its children are %s. %s"
              .formatted(
                  path(),
                  name,
                  level.names(),
                  level.names().contains(name.split("/", 2)[0])
                      ? "Pass the names on the path one by one."
                      : "Use one of these names."));
    }
    return child(name, level.children().get(i));
  }

  private Cursor<T> child(String name, @Nullable Object child) {
    var longer = new ArrayList<>(path);
    longer.add(name);
    return new Cursor<>(root, List.copyOf(longer), child);
  }

  /** {@return the value here} */
  public @Nullable Object get() {
    return value;
  }

  /** {@return the names from the root to here, joined by slashes; empty for the root} */
  public String path() {
    return String.join("/", path);
  }

  /**
   * {@return the tree with another value here}
   *
   * @throws TreeStructureException if the value does not fit, such as a string for an array
   *     component of a record
   */
  public T set(@Nullable Object other) {
    return this.<Object>update(_ -> other);
  }

  /**
   * {@return the tree with the value here changed}
   *
   * @param change from the value, typed as the parameter of this function, to its replacement
   * @throws TreeStructureException if the result does not fit, such as a string for an array
   *     component of a record
   */
  @SuppressWarnings("unchecked") // the caller knows the type here, and the root keeps its type
  public <V> T update(Function<? super V, ? extends @Nullable Object> change) {
    var changed = ((Function<@Nullable Object, @Nullable Object>) change).apply(value);
    return (T)
        Objects.requireNonNull(
            DeepTree.<@Nullable Object>walk(root, () -> replaced(root, 0, changed)),
            "the root of a tree");
  }

  private @Nullable Object replaced(@Nullable Object at, int depth, @Nullable Object by) {
    if (depth == path.size()) {
      return by;
    }
    var level = Objects.requireNonNull(Level.of(Objects.requireNonNull(at)), "a place has parents");
    int i = level.names().indexOf(path.get(depth));
    var child = replaced(level.children().get(i), depth + 1, by);
    requireFit(level, i, child);
    return level.with(i, child);
  }

  private void requireFit(Level level, int i, @Nullable Object child) {
    if (child != null && !level.type().accepts(i, child.getClass())) {
      throw new TreeStructureException(
          "A cursor put %s at \"%s\", but \"%s\" of %s cannot hold it. Pass a value of the component's type."
              .formatted(
                  child.getClass().getSimpleName(),
                  path(),
                  level.type().childName(i),
                  level.type().label()));
    }
  }

  /**
   * {@return the tree with changed places below this one}
   *
   * @param change from a path, relative to here, and the value there to its replacement; places
   *     below are visited only if the value stays the same object
   */
  public T applyUpdate(BiFunction<String, @Nullable Object, ? extends @Nullable Object> change) {
    return set(DeepTree.<@Nullable Object>walk(value, () -> changed("", value, change)));
  }

  private static @Nullable Object changed(
      String path,
      @Nullable Object value,
      BiFunction<String, @Nullable Object, ? extends @Nullable Object> change) {
    if (!path.isEmpty()) {
      var other = change.apply(path, value);
      if (other != value) {
        return other;
      }
    }
    var level = value == null ? null : Level.of(value);
    if (level == null) {
      return value;
    }
    boolean isChanged = false;
    var children = new ArrayList<@Nullable Object>(level.children());
    for (int i = 0; i < children.size(); i++) {
      var child = children.get(i);
      var other = changed(below(path, level.type().childName(i)), child, change);
      if (other != child) {
        children.set(i, other);
        isChanged = true;
      }
    }
    return isChanged ? level.type().rebuild(children) : value;
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "/" + name;
  }

  /**
   * {@return the only place below here that fulfils a condition; places inside of such a place do
   * not count}
   *
   * @param condition on the path, relative to here, and the value there
   * @throws TreeStructureException if there is none, or more than one
   */
  public Cursor<T> find(BiPredicate<String, @Nullable Object> condition) {
    var found = findAll(condition);
    if (found.size() != 1) {
      throw new TreeStructureException(
          found.isEmpty()
              ? "find below \"%s\" needs one place that fulfils the condition, but found none. Search with findAll."
                  .formatted(path())
              : "find below \"%s\" needs one place that fulfils the condition, but found \"%s\" and \"%s\". Narrow the condition, or use findAll."
                  .formatted(path(), found.get(0).path(), found.get(1).path()));
    }
    return found.getFirst();
  }

  /**
   * {@return the outermost places below here that fulfil a condition, from left to right}
   *
   * @param condition on the path, relative to here, and the value there
   */
  public List<Cursor<T>> findAll(BiPredicate<String, @Nullable Object> condition) {
    var found = new ArrayList<Cursor<T>>();
    DeepTree.walk(
        value,
        () -> {
          collect("", condition, found);
          return found;
        });
    return List.copyOf(found);
  }

  private void collect(
      String seen, BiPredicate<String, @Nullable Object> condition, List<Cursor<T>> found) {
    if (!seen.isEmpty() && condition.test(seen, value)) {
      found.add(this);
      return;
    }
    var level = value == null ? null : Level.of(value);
    if (level != null) {
      for (int i = 0; i < level.children().size(); i++) {
        var name = level.type().childName(i);
        child(name, level.children().get(i)).collect(below(seen, name), condition, found);
      }
    }
  }

  /** {@return the path and the value} */
  @Override
  public String toString() {
    return "Cursor at \"%s\": %s".formatted(path(), value);
  }
}
