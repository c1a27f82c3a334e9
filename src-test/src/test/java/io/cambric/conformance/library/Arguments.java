package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.core.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of one call, by parameter; {@code None} counts as not given. */
public final class Arguments {

  private final String function;
  private final Map<String, @Nullable Object> values;

  Arguments(String function, Map<String, @Nullable Object> values) {
    this.function = function;
    this.values = values;
  }

  /** {@return whether an argument is given and not None} */
  public boolean has(String name) {
    return values.get(name) != null;
  }

  /** {@return whether an argument is given, be it None} */
  public boolean given(String name) {
    return values.containsKey(name);
  }

  /** {@return an argument as it is, perhaps null} */
  public @Nullable Object get(String name) {
    return values.get(name);
  }

  Object need(String name) {
    var value = values.get(name);
    if (value == null) {
      throw new PythonException("%s needs an argument %s".formatted(function, name));
    }
    return value;
  }

  /** {@return an array, made of a number where one is given} */
  public Array array(String name) {
    return Values.array(need(name));
  }

  /** {@return the items of a list or tuple} */
  public List<@Nullable Object> list(String name) {
    if (need(name) instanceof List<?> list) {
      return new ArrayList<>(list);
    }
    throw new PythonException("%s needs a list for %s".formatted(function, name));
  }

  /** {@return arrays of a list} */
  public List<Array> arrays(String name) {
    return list(name).stream().map(Values::array).toList();
  }

  /** {@return an integer} */
  public int integer(String name) {
    return Values.integer(need(name));
  }

  /** {@return an integer, or what stands for none} */
  public int integer(String name, int otherwise) {
    return has(name) ? integer(name) : otherwise;
  }

  /** {@return an integer of up to 64 bits} */
  public long whole(String name) {
    return Values.number(need(name)).longValue();
  }

  /** {@return a number} */
  public double number(String name, double otherwise) {
    return has(name) ? Values.number(need(name)).doubleValue() : otherwise;
  }

  /** {@return a number that must be given} */
  public double number(String name) {
    return Values.number(need(name)).doubleValue();
  }

  /** {@return a boolean} */
  public boolean flag(String name, boolean otherwise) {
    return has(name) ? Values.truth(need(name)) : otherwise;
  }

  /** {@return a string} */
  public String text(String name, String otherwise) {
    return has(name) ? need(name).toString() : otherwise;
  }

  /** {@return a number, or the numbers of a list} */
  public int[] integers(String name) {
    return Values.integers(need(name));
  }

  /** {@return axes, or none for None} */
  public int[] integersOrNone(String name) {
    return has(name) ? integers(name) : new int[0];
  }

  /** {@return a shape} */
  public Shape shape(String name) {
    return Shape.of(integers(name));
  }

  /** {@return a dtype} */
  public DType dtype(String name, DType otherwise) {
    return has(name) ? Values.dtype(need(name)) : otherwise;
  }

  /** {@return a function} */
  public PyFunction function(String name) {
    if (need(name) instanceof PyFunction function) {
      return function;
    }
    throw new PythonException("%s needs a function for %s".formatted(this.function, name));
  }
}
