package io.cambric.module;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What generated factories and withers give to definitions: lists, sets and maps are copied, so
 * that a module stays what it is when its maker changes them.
 */
public final class Attributes {

  private Attributes() {}

  /** {@return an unmodifiable list of the same elements} */
  public static <E extends @Nullable Object> @Nullable List<E> copied(@Nullable List<E> list) {
    return list == null ? null : Collections.unmodifiableList(new ArrayList<>(list));
  }

  /** {@return an unmodifiable set of the same elements, in the same order} */
  public static <E extends @Nullable Object> @Nullable Set<E> copied(@Nullable Set<E> set) {
    return set == null ? null : Collections.unmodifiableSet(new LinkedHashSet<>(set));
  }

  /** {@return an unmodifiable map of the same entries, in the same order} */
  public static <K extends @Nullable Object, V extends @Nullable Object> @Nullable Map<K, V> copied(
      @Nullable Map<K, V> map) {
    return map == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
