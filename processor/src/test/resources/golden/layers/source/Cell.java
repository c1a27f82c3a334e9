package example;

import io.cambric.core.Array;

/** A step of a recurrent network. */
public interface Cell<C> {

  /** Steps. */
  C step(C carry, Array x);

  /** Counts them. */
  int features();
}
