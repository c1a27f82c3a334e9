package io.cambric.kernel;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The packed forms of arguments that are the same arrays in many runs of a program. Example: the
 * weights of a served model. The first run that reads an argument packs it. Safe for many threads.
 */
public final class PrepackedPanels {

  private final List<Boolean> prepacked;
  private final Map<Place, Prepacked> panels = new ConcurrentHashMap<>();

  /** A call of a program, the same object in all runs. */
  public interface Call {}

  /** An operand of a call; calls compare by identity. */
  private record Place(Call call, int operand) {

    @Override
    public boolean equals(Object other) {
      return other instanceof Place place && call == place.call && operand == place.operand;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(call) + operand;
    }
  }

  /**
   * Starts with nothing packed.
   *
   * @param prepacked for each argument of the program whether it is the same in all runs
   */
  public PrepackedPanels(List<Boolean> prepacked) {
    this.prepacked = List.copyOf(prepacked);
  }

  /** {@return whether an argument is the same in all runs} */
  public boolean isPrepacked(int argument) {
    return argument < prepacked.size() && prepacked.get(argument);
  }

  /**
   * {@return the packed form of an operand, for all runs}
   *
   * @param call the call that reads it
   * @param operand its number
   */
  public Prepacked of(Call call, int operand) {
    return panels.computeIfAbsent(new Place(call, operand), place -> new Prepacked(place.operand));
  }
}
