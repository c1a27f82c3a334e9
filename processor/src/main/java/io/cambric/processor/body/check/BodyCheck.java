package io.cambric.processor.body.check;

import com.sun.source.util.TreePath;
import io.cambric.processor.body.flow.AttributedTrees;

/** A rule about method bodies. */
public interface BodyCheck {

  /**
   * Reports the mistakes in a top-level class and in its nested classes.
   *
   * @param type the path to the class
   */
  void check(TreePath type, AttributedTrees trees, BodyReport report);
}
