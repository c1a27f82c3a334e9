package io.cambric.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.core.PrintOptions;
import io.cambric.errors.CambricException;
import io.cambric.lax.Lax;
import io.cambric.module.Module;
import io.cambric.nn.Attention;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.DenseGeneral;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.GroupNorm;
import io.cambric.nn.InstanceNorm;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.Pooling;
import io.cambric.nn.RmsNorm;
import io.cambric.nn.SelfAttention;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Image;
import io.cambric.numpy.Key;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.numpy.ScipyLinalg;
import io.cambric.numpy.Segments;
import io.cambric.numpy.Special;
import io.cambric.optax.Losses;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.testing.Seeds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A property of every public function: with any arguments of its parameters' types it returns, or
 * throws an exception of Cambric's that names the mistake. Draws are the same in every build;
 * {@code -Dtests.seed} and {@code -Dtests.draws} give others and more.
 */
class ArgumentMistakesPropertyTest {

  private static final int DRAWS = Integer.getInteger("tests.draws", 12);

  private static final List<Class<?>> FUNCTIONS =
      List.of(
          Numpy.class,
          Activations.class,
          Linalg.class,
          ScipyLinalg.class,
          Special.class,
          Segments.class,
          Image.class,
          Lax.class,
          Random.class,
          Losses.class,
          Schedules.class,
          Optax.class,
          Attention.class,
          Pooling.class);

  /** One of the functions sets for the process how arrays are printed. */
  @AfterEach
  void print_as_before() {
    Numpy.setPrintoptions(PrintOptions.defaults());
  }

  private static final Set<String> NAMES =
      FUNCTIONS.stream()
          .flatMap(functions -> Arrays.stream(functions.getMethods()))
          .map(method -> plain(method.getName()))
          .collect(Collectors.toSet());

  /** The outcomes of some calls; mutable. */
  private static final class Outcomes {
    private final Set<String> faults = new TreeSet<>();
    private int returned;
    private int refused;

    void add(String function, Object[] arguments, Throwable thrown) {
      refused++;
      boolean ours = thrown instanceof CambricException;
      if (!ours || !speaksOf(function, String.valueOf(thrown.getMessage()))) {
        faults.add("%s%s: %s".formatted(function, texts(arguments), thrown));
      }
    }

    void check() {
      assertThat(faults).as("calls that neither return nor throw as they should").isEmpty();
      assertThat(returned).isPositive();
      assertThat(refused).isPositive();
    }
  }

  static Stream<Class<?>> functions() {
    return FUNCTIONS.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("functions")
  void a_function_refuses_what_it_cannot_use_in_its_own_name(Class<?> functions) {
    var outcomes = new Outcomes();
    for (var method : methods(functions)) {
      var draws = draws(method.toGenericString());
      for (int i = 0; i < (method.getParameterCount() == 0 ? 1 : DRAWS); i++) {
        call(method, draws, outcomes);
      }
    }
    outcomes.check();
  }

  private static List<Method> methods(Class<?> functions) {
    return Arrays.stream(functions.getMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .sorted(Comparator.comparing(Method::toGenericString))
        .toList();
  }

  private static ArgumentGenerator draws(String name) {
    return new ArgumentGenerator(new java.util.Random(Seeds.ofTest(name)));
  }

  private static void call(Method method, ArgumentGenerator draws, Outcomes outcomes) {
    Object[] arguments = {};
    try {
      var drawn = draws.arguments(method);
      if (drawn.isEmpty()) {
        return;
      }
      arguments = drawn.get();
      var result = method.invoke(null, arguments);
      outcomes.returned++;
      use(result);
    } catch (CambricException e) {
      // It came of the use of the result, whose caller names no function.
      outcomes.refused++;
    } catch (InvocationTargetException e) {
      outcomes.add(method.getName(), arguments, e.getCause());
    } catch (ArgumentGenerator.Refused e) {
      assertThat(e.getCause()).isInstanceOf(CambricException.class);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** Mistakes of schedules and optimisers may show when they are used. */
  private static void use(Object result) {
    if (result instanceof Schedule schedule) {
      schedule.value(Numpy.scalar(3));
    }
    if (result instanceof GradientTransformation optimiser) {
      step(optimiser);
    }
  }

  private static void step(GradientTransformation optimiser) {
    var params = List.of(Numpy.ones(3));
    var _ = optimiser.update(params, optimiser.init(params), params);
  }

  static Stream<Class<? extends Module<?>>> layers() {
    return Stream.of(
        Dense.class,
        DenseGeneral.class,
        Conv.class,
        Embed.class,
        LayerNorm.class,
        RmsNorm.class,
        GroupNorm.class,
        InstanceNorm.class,
        BatchNorm.class,
        Dropout.class,
        SelfAttention.class);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("layers")
  void a_layer_refuses_what_it_cannot_use(Class<? extends Module<?>> layer) {
    var outcomes = new Outcomes();
    var draws = draws(layer.getName());
    var made = methods(layer).stream().filter(method -> method.getName().equals("of")).toList();
    var calls =
        Arrays.stream(layer.getDeclaredMethods())
            .filter(method -> method.getName().equals("call") && takesArrays(method))
            .sorted(Comparator.comparing(Method::toGenericString))
            .toList();
    for (int i = 0; i < 10 * DRAWS; i++) {
      init(draws.pick(made), draws.pick(calls), draws, outcomes);
    }
    outcomes.check();
  }

  private static boolean takesArrays(Method method) {
    var types = method.getParameterTypes();
    return types.length > 0 && types[0] == Array.class && !method.isBridge();
  }

  private static void init(Method of, Method call, ArgumentGenerator draws, Outcomes outcomes) {
    var given = new ArrayList<Object>();
    try {
      var components = draws.arguments(of).orElseThrow();
      given.addAll(Arrays.asList(components));
      var layer = (Module<?>) of.invoke(null, components);
      var arguments = draws.arguments(call).orElseThrow();
      given.addAll(Arrays.asList(arguments));
      initialize(layer, call, arguments);
      outcomes.returned++;
    } catch (InvocationTargetException e) {
      outcomes.add(of.getDeclaringClass().getSimpleName(), given.toArray(), e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static <M extends Module<M>> void initialize(
      Module<M> layer, Method call, Object[] arguments)
      throws InvocationTargetException, IllegalAccessException {
    try {
      var _ = layer.init(Key.of(0), running -> invoke(call, running, arguments));
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof InvocationTargetException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private static Object invoke(Method call, Object running, Object[] arguments) {
    try {
      return call.invoke(running, arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return whether a message does not begin with the name of another public function} */
  private static boolean speaksOf(String function, String message) {
    return plain(message).startsWith(plain(function))
        || Character.isUpperCase(message.charAt(0))
        || !NAMES.contains(plain(message.split("[ :(]", 2)[0]));
  }

  private static String plain(String name) {
    return name.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
  }

  private static String texts(Object[] arguments) {
    return Arrays.stream(arguments)
        .map(argument ->
            argument instanceof Array array
                ? array.aval().toText()
                : argument instanceof Object[] many ? texts(many) : String.valueOf(argument))
        .toList()
        .toString();
  }
}
