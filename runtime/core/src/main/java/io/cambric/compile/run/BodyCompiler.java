package io.cambric.compile.run;

import io.cambric.core.Jaxpr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The compiler that a program calls for the bodies of its loops and branches. A body is compiled at
 * its first run.
 */
@FunctionalInterface
public interface BodyCompiler {

  /**
   * {@return the program of a jaxpr; each call returns the same object}
   *
   * @param donated whether each input may be overwritten after its last use
   */
  Program program(Jaxpr jaxpr, List<Boolean> donated);

  /** {@return the program of a jaxpr, which overwrites no input} */
  default Program program(Jaxpr jaxpr) {
    return program(jaxpr, Collections.nCopies(jaxpr.inputs().size(), false));
  }

  /**
   * {@return the program of the body of a loop, which may overwrite its carries}
   *
   * @param first number of the first carry among the inputs
   * @param carries number of carries
   */
  default Program loopBody(Jaxpr body, int first, int carries) {
    var donated = new ArrayList<>(Collections.nCopies(body.inputs().size(), false));
    Collections.fill(donated.subList(first, first + carries), true);
    return program(body, donated);
  }
}
