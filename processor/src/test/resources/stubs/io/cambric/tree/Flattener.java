package io.cambric.tree;

import java.util.List;

public interface Flattener<T> {
  List<String> childNames();

  Object[] children(T node);

  Object[] statics(T node);

  T rebuild(Object[] children, Object[] statics);
}
