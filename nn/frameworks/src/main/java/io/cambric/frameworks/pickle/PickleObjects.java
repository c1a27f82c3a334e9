package io.cambric.frameworks.pickle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a pickle may name. Each method throws a {@link io.cambric.errors.DataException}
 * for anything else, so no name of a file is ever looked up among classes.
 */
public interface PickleObjects {

  /** {@return what stands for a class or function of Python} */
  Object global(String module, String name);

  /**
   * {@return the result of a call}
   *
   * @param function the result of an earlier call of these methods, or any value of the pickle
   */
  @Nullable Object call(@Nullable Object function, List<@Nullable Object> arguments);

  /** Sets the state of an object. */
  void build(@Nullable Object object, @Nullable Object state);

  /** {@return what a persistent identifier stands for, which is outside of the pickle} */
  Object persistent(@Nullable Object id);
}
