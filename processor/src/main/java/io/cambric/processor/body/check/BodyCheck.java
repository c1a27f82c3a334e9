package io.cambric.processor.body;

import com.sun.source.util.TreePath;

/** A rule about method bodies. */
interface BodyCheck {

  /**
   * Reports what is wrong in a top-level class and the classes in it.
   *
   * @param type the path to the class
   */
  void check(TreePath type, Facts facts, BodyReport report);
}
