package io.cambric.tree;

import io.cambric.annotations.Static;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes of the tests of this package. */
final class Samples {

  private Samples() {}

  record Layer(Object kernel, @Nullable Object bias) {}

  record Named(@Static String name, Object value, @Static int size) {}

  record Configuration(int size) implements Opaque {}

  record Checked(Object value) {
    Checked {
      if ("wrong".equals(value)) {
        throw new IllegalArgumentException("value is wrong");
      }
    }
  }

  /** A record whose flattener is in the package of this class, as a generated one is. */
  record Generated(Object first, Object second) {}

  /** A class that gives its own children. */
  record Interval(Object from, Object to, boolean closed) implements TreeNode {

    @Override
    public List<?> treeChildren() {
      return List.of(from, to);
    }

    @Override
    public NodeType nodeType() {
      return new IntervalType(closed);
    }
  }

  record IntervalType(boolean closed) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return new Interval(children.get(0), children.get(1), closed);
    }

    @Override
    public String childName(int i) {
      return i == 0 ? "from" : "to";
    }

    @Override
    public String label() {
      return "interval";
    }
  }
}
