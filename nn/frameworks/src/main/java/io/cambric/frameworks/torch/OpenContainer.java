package io.cambric.frameworks.torch;

import io.cambric.frameworks.pickle.PickledItems;
import io.cambric.frameworks.pickle.PickledItems.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A container of a pickle whose items are visited one by one, and the plain values that they gave.
 * Mutable, for one visit.
 */
final class OpenContainer {

  private final PickledItems pickled;
  private final List<@Nullable Object> keys;
  private final List<@Nullable Object> items;
  private final List<@Nullable Object> values = new ArrayList<>();

  /**
   * Begins a visit.
   *
   * @param entries the items of a dictionary by their plain keys; empty for other containers
   */
  OpenContainer(PickledItems pickled, Map<@Nullable Object, @Nullable Object> entries) {
    this.pickled = pickled;
    boolean hasKeys = pickled.kind() == Kind.DICT || pickled.kind() == Kind.OBJECT;
    this.keys = new ArrayList<>(entries.keySet());
    this.items = hasKeys ? new ArrayList<>(entries.values()) : pickled.items();
  }

  PickledItems pickled() {
    return pickled;
  }

  boolean hasNext() {
    return values.size() < items.size();
  }

  /** {@return the item that is visited next, until a value is added} */
  @Nullable Object next() {
    return items.get(values.size());
  }

  /** {@return the key of the next item; its position in a list} */
  String nextKey() {
    int at = values.size();
    return keys.isEmpty() ? Integer.toString(at) : PickledText.key(keys.get(at));
  }

  /** Adds the plain value of the next item. */
  void add(@Nullable Object value) {
    values.add(value);
  }

  /** {@return the plain value of the whole container, read-only} */
  Object value() {
    return switch (pickled.kind()) {
      case LIST, TUPLE -> Collections.unmodifiableList(values);
      case SET -> Collections.unmodifiableSet(new LinkedHashSet<>(values));
      case DICT, OBJECT -> {
        var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        for (int i = 0; i < values.size(); i++) {
          map.put(keys.get(i), values.get(i));
        }
        yield Collections.unmodifiableMap(map);
      }
    };
  }
}
