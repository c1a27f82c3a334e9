package io.cambric.arguments;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.transform.function.Fn;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A generator of arguments of any type: scalars, empty arrays, all dtypes, numbers that are
 * negative, infinite or none. Sizes stay small, so that a call is short.
 */
final class ArgumentGenerator {

  private static final List<Shape> SHAPES =
      List.of(
          Shape.scalar(),
          Shape.of(0),
          Shape.of(0, 3),
          Shape.of(3, 0),
          Shape.of(1),
          Shape.of(3),
          Shape.of(4),
          Shape.of(2, 3),
          Shape.of(3, 2),
          Shape.of(3, 3),
          Shape.of(4, 4),
          Shape.of(1, 3),
          Shape.of(2, 3, 3),
          Shape.of(2, 3, 4),
          Shape.of(2, 4, 4, 3));

  private static final List<Axes> AXES =
      List.of(
          Axes.of(),
          Axes.of(0),
          Axes.of(-1),
          Axes.of(1),
          Axes.of(5),
          Axes.of(-7),
          Axes.of(0, 0),
          Axes.of(0, 1),
          Axes.of(1, 0),
          Axes.of(-2, -1),
          Axes.of(2, 1, 0),
          Axes.of(0, 0, 0));

  private static final List<Integer> INTEGERS =
      List.of(0, 1, 1, 2, 2, 3, 4, 5, 7, -1, -1, -2, -3, -100, 17);

  private static final List<Double> NUMBERS =
      List.of(
          0.0,
          1.0,
          1.0,
          2.0,
          3.0,
          0.5,
          0.1,
          0.9,
          -1.0,
          -0.5,
          1.5,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          1e12,
          -1e12,
          1e300,
          1e-300,
          0x1p40);

  private static final List<String> TEXTS =
      List.of(
          "",
          "ij,jk->ik",
          "ii->i",
          "ij->",
          "ij",
          "...ij->...ji",
          "words",
          "99999999999",
          ",",
          "->",
          "i->ii",
          "ij,->j",
          ":",
          "1:2:3",
          "::0",
          "-99999999999:",
          "None",
          "...",
          "...,...",
          "{}");

  private final Random random;

  ArgumentGenerator(Random random) {
    this.random = random;
  }

  /** {@return arguments for a method, or nothing where a type cannot be drawn} */
  Optional<Object[]> arguments(Executable method) {
    var parameters = method.getParameters();
    var arguments = new Object[parameters.length];
    for (int i = 0; i < arguments.length; i++) {
      if (isNullable(parameters[i].getAnnotatedType()) && random.nextBoolean()) {
        continue;
      }
      var drawn = value(parameters[i].getParameterizedType());
      if (drawn.isEmpty()) {
        return Optional.empty();
      }
      arguments[i] = drawn.get();
    }
    return Optional.of(arguments);
  }

  private static boolean isNullable(AnnotatedType type) {
    return Arrays.stream(type.getAnnotations()).anyMatch(Nullable.class::isInstance);
  }

  <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  Array array() {
    if (random.nextInt(12) == 0) {
      return NdArray.weakScalar(2.0);
    }
    var shape = pick(SHAPES);
    double first = pick(List.of(0.0, 0.1, -3.0, 70.0, Double.NaN));
    double step = pick(List.of(0.0, 0.1, 1.0, 70.0));
    double[] values = new double[shape.size()];
    Arrays.setAll(values, i -> first + i * step);
    var dtype = random.nextBoolean() ? DType.F32 : pick(List.of(DType.values()));
    return Numpy.array(values).astype(dtype).reshape(shape);
  }

  private Optional<?> value(Type type) {
    return switch (type) {
      case ParameterizedType generic -> generic(generic);
      case Class<?> plain -> plain(plain);
      case GenericArrayType array
          when array.getGenericComponentType() instanceof ParameterizedType of ->
          some(of).map(values -> asArray((Class<?>) of.getRawType(), values));
      case WildcardType any -> value(any.getUpperBounds()[0]);
      case TypeVariable<?> any when any.getBounds()[0] != Object.class -> value(any.getBounds()[0]);
      default -> Optional.of(random.nextBoolean() ? array() : List.of(array(), array()));
    };
  }

  private Optional<?> generic(ParameterizedType type) {
    var raw = (Class<?>) type.getRawType();
    var of = type.getActualTypeArguments();
    if (raw == List.class) {
      return some(of[0]);
    }
    if (raw == Map.class) {
      var keys = some(of[0]);
      var values = some(of[1]);
      if (keys.isEmpty() || values.isEmpty()) {
        return Optional.empty();
      }
      var map = new HashMap<Object, Object>();
      for (int i = 0; i < Math.min(keys.get().size(), values.get().size()); i++) {
        map.put(keys.get().get(i), values.get().get(i));
      }
      return Optional.of(map);
    }
    if (raw == Fn.class && of[1] instanceof Class<?> result && result != Array.class) {
      return value(result).map(drawn -> (Fn<Object, Object>) _ -> drawn);
    }
    return plain(raw);
  }

  private Optional<List<Object>> some(Type type) {
    var values = new ArrayList<Object>();
    for (int i = random.nextInt(4); i > 0; i--) {
      var drawn = value(type);
      if (drawn.isEmpty()) {
        return Optional.empty();
      }
      values.add(drawn.get());
    }
    return Optional.of(values);
  }

  private Optional<?> plain(Class<?> type) {
    if (type == Array.class) {
      return Optional.of(array());
    } else if (type == int.class || type == Integer.class) {
      return Optional.of(pick(INTEGERS));
    } else if (type == long.class) {
      return Optional.of((long) pick(INTEGERS));
    } else if (type == double.class || type == Double.class) {
      return Optional.of(pick(NUMBERS));
    } else if (type == float.class) {
      return Optional.of(pick(NUMBERS).floatValue());
    } else if (type == boolean.class || type == Boolean.class) {
      return Optional.of(random.nextBoolean());
    } else if (type == String.class) {
      return Optional.of(pick(TEXTS));
    } else if (type == Shape.class) {
      return Optional.of(pick(SHAPES));
    } else if (type == Axes.class) {
      return Optional.of(pick(AXES));
    } else if (type == Key.class) {
      return Optional.of(random.nextInt(6) == 0 ? Key.of(1).split(3) : Key.of(1));
    } else if (type == Object.class) {
      return Optional.of(random.nextBoolean() ? array() : List.of(array()));
    } else if (type.isEnum()) {
      return Optional.of(pick(List.of(type.getEnumConstants())));
    } else if (type.isArray()) {
      return some(type.getComponentType()).map(values -> asArray(type.getComponentType(), values));
    }
    return ofLibrary(type);
  }

  private static Object asArray(Class<?> component, List<Object> values) {
    var array = java.lang.reflect.Array.newInstance(component, values.size());
    for (int i = 0; i < values.size(); i++) {
      java.lang.reflect.Array.set(array, i, values.get(i));
    }
    return array;
  }

  private Optional<?> ofLibrary(Class<?> type) {
    if (type == Initializer.class) {
      return Optional.of(pick(List.of(Initializers.zeros(), Initializers.lecunNormal())));
    } else if (type == Schedule.class) {
      return Optional.of(Schedules.linear(1, 0, 10));
    } else if (type == GradientTransformation.class) {
      return Optional.of(pick(List.of(Optax.sgd(0.1), Optax.scaleByAdam())));
    } else if (type == OptState.class) {
      return Optional.of(pick(List.of(Optax.sgd(0.1), Optax.scaleByAdam())).init(array()));
    } else if (type == UnaryOperator.class) {
      return Optional.of(UnaryOperator.identity());
    } else if (type.isSealed()) {
      return plain(pick(List.of(type.getPermittedSubclasses())));
    } else if (type.isRecord()) {
      return made(pick(List.of(type.getConstructors())));
    }
    return type.isInterface() ? function(type) : Optional.empty();
  }

  private Optional<?> made(Constructor<?> constructor) {
    var arguments = arguments(constructor);
    if (arguments.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(constructor.newInstance(arguments.get()));
    } catch (InvocationTargetException e) {
      throw new Refused(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** A record refused its components, so there is no call. */
  static final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Refused(Throwable cause) {
      super(cause);
    }
  }

  /**
   * {@return a function that returns its first argument; of a list its first array, where no list
   * is returned; a number if there is none}
   */
  private static Optional<?> function(Class<?> type) {
    var abstracts =
        Arrays.stream(type.getMethods())
            .filter(m -> Modifier.isAbstract(m.getModifiers()))
            .toList();
    if (abstracts.size() != 1) {
      return Optional.empty();
    }
    InvocationHandler first =
        (proxy, method, arguments) ->
            method.isDefault()
                ? InvocationHandler.invokeDefault(proxy, method, arguments)
                : method.getDeclaringClass() == Object.class
                    ? "function"
                    : first(arguments, method.getReturnType() == List.class);
    return Optional.of(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, first));
  }

  private static Object first(Object @Nullable [] arguments, boolean asList) {
    var first = arguments == null ? List.of() : arguments[0];
    return first instanceof List<?> list && !asList
        ? list.isEmpty() ? Numpy.scalar(1) : list.getFirst()
        : first;
  }
}
