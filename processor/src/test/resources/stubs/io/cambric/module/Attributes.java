package io.cambric.module;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class Attributes {
  private Attributes() {}

  public static <E extends @Nullable Object> @Nullable List<E> copied(@Nullable List<E> list) {
    return list;
  }

  public static <E extends @Nullable Object> @Nullable Set<E> copied(@Nullable Set<E> set) {
    return set;
  }

  public static <K extends @Nullable Object, V extends @Nullable Object>
      @Nullable Map<K, V> copied(@Nullable Map<K, V> map) {
    return map;
  }
}
