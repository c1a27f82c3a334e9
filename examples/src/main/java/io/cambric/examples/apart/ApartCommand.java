package io.cambric.examples.apart;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * A command that {@code ./run} builds apart. A service loader finds it where its classes are on the
 * class path; it replaces the command of the same names that the list of examples has.
 */
public interface ApartCommand extends Callable<Integer> {

  /**
   * {@return the words after {@code ./run} that start it, such as {@code rivals} and {@code embed}}
   */
  List<String> path();
}
