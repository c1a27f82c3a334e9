package io.cambric.frameworks.pickle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A container of a pickle. It may contain itself, and it may be in several containers, so it is
 * equal only to itself. Mutable as long as the pickle is read.
 */
public final class PickledItems {

  /** The types of containers. */
  public enum Kind {
    LIST("a list"),
    TUPLE("a tuple"),
    SET("a set"),
    /** The items alternate between keys and values; a repeated key replaces the earlier value. */
    DICT("a dictionary"),
    /** The items alternate between names and values of attributes. */
    OBJECT("an object");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final Kind kind;
  private final List<@Nullable Object> items;

  /** Makes an empty container. */
  public PickledItems(Kind kind) {
    this(kind, new ArrayList<>());
  }

  private PickledItems(Kind kind, List<@Nullable Object> items) {
    this.kind = kind;
    this.items = items;
  }

  /** {@return a container of these items, copied} */
  public static PickledItems of(Kind kind, List<@Nullable Object> items) {
    return new PickledItems(kind, new ArrayList<>(items));
  }

  /** {@return the type} */
  public Kind kind() {
    return kind;
  }

  /** {@return the items, read-only; a dictionary alternates between keys and values} */
  public List<@Nullable Object> items() {
    return Collections.unmodifiableList(items);
  }

  /** Adds an item at the end. */
  public void add(@Nullable Object item) {
    items.add(item);
  }

  /** Adds items at the end. */
  public void addAll(List<@Nullable Object> more) {
    items.addAll(more);
  }

  /** {@return the type, for messages} */
  @Override
  public String toString() {
    return kind.text;
  }
}
