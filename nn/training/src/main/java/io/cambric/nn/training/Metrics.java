package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Several metrics under names, as one pytree. Names keep the order in which they were added.
 *
 * {@snippet :
 * var metrics = Metrics.of("loss", Mean.empty()).with("accuracy", Accuracy.empty());
 * metrics = metrics.update("loss", Mean.class, mean -> mean.update(losses));
 * writer.writeScalars(step, metrics.scalars());
 * metrics = metrics.reset();
 * }
 *
 * @param names of the metrics, in order
 * @param values the metrics
 * @see <a href="https://github.com/google/CommonLoopUtils">clu.metrics.Collection</a>
 */
@PyTree
public record Metrics(@Static List<String> names, List<? extends Metric<?>> values) {

  /** Copies the lists. */
  public Metrics {
    names = List.copyOf(names);
    values = List.copyOf(values);
  }

  /** {@return one metric under a name} */
  public static Metrics of(String name, Metric<?> metric) {
    return new Metrics(List.of(name), List.of(metric));
  }

  /** {@return this with one more metric, which replaces a metric of the same name} */
  public Metrics with(String name, Metric<?> metric) {
    var nextNames = new ArrayList<>(names);
    var next = new ArrayList<Metric<?>>(values);
    int place = names.indexOf(name);
    if (place < 0) {
      nextNames.add(name);
      next.add(metric);
    } else {
      next.set(place, metric);
    }
    return new Metrics(nextNames, next);
  }

  /**
   * {@return the metric of a name}
   *
   * @throws TreeStructureException if there is none, or it has another type
   */
  public <M extends Metric<M>> M get(String name, Class<M> type) {
    int place = names.indexOf(name);
    if (place < 0) {
      throw new TreeStructureException(
          "The metrics are %s, but got the name \"%s\". Add the metric before the training with with(name, metric)."
              .formatted(names, name));
    }
    var metric = values.get(place);
    if (!type.isInstance(metric)) {
      throw new TreeStructureException(
          "Metric \"%s\" is of type %s, but %s was requested. Pass the class of the metric."
              .formatted(name, metric.getClass().getSimpleName(), type.getSimpleName()));
    }
    return type.cast(metric);
  }

  /**
   * {@return this with one metric replaced by the result of a function of it}
   *
   * @throws TreeStructureException if there is none with that name, or it has another type
   */
  public <M extends Metric<M>> Metrics update(String name, Class<M> type, UnaryOperator<M> f) {
    return with(name, f.apply(get(name, type)));
  }

  /**
   * {@return the metrics of the examples of both}
   *
   * @throws TreeStructureException if the names or the types differ
   */
  public Metrics merge(Metrics other) {
    if (!names.equals(other.names)) {
      throw new TreeStructureException(
          "Merging metrics needs the same names in the same order, but got %s and %s. Create both from the same Metrics."
              .formatted(names, other.names));
    }
    var merged = new ArrayList<Metric<?>>(values.size());
    for (int i = 0; i < values.size(); i++) {
      merged.add(merged(values.get(i), other.values.get(i)));
    }
    return new Metrics(names, merged);
  }

  private static <M extends Metric<M>> M merged(Metric<M> metric, Metric<?> other) {
    @SuppressWarnings("unchecked") // merge compares the structures
    var same = (M) other;
    return metric.merge(same);
  }

  /** {@return metrics of no examples} */
  public Metrics reset() {
    return new Metrics(names, values.stream().<Metric<?>>map(Metric::reset).toList());
  }

  /** {@return metrics of the examples of all lanes, which lie along the first axis of each leaf} */
  public Metrics reduce() {
    return new Metrics(names, values.stream().<Metric<?>>map(Metric::reduce).toList());
  }

  /**
   * {@return metrics of the examples of all lanes, the same on each}
   *
   * @param axisName of {@code vmap} or {@code pmap}
   */
  public Metrics psum(String axisName) {
    return new Metrics(names, values.stream().<Metric<?>>map(m -> m.psum(axisName)).toList());
  }

  /** {@return the number of each metric by name, in order} */
  public Map<String, Array> compute() {
    var computed = new LinkedHashMap<String, Array>();
    for (int i = 0; i < values.size(); i++) {
      computed.put(names.get(i), values.get(i).compute());
    }
    return Collections.unmodifiableMap(computed);
  }

  /**
   * {@return the numbers as writers take them, by name and in order}
   *
   * <p>A metric of several classes has a number for each, as in {@code recall/0}. One with more
   * axes, such as a confusion matrix, has none.
   */
  public Map<String, Double> scalars() {
    var scalars = new LinkedHashMap<String, Double>();
    compute()
        .forEach((name, array) -> {
          var number = array.concrete("Reading metric \"%s\"".formatted(name));
          var parts = scalarNames(name, number.shape());
          for (int i = 0; i < parts.size(); i++) {
            scalars.put(parts.get(i), number.getDouble(i));
          }
        });
    return Collections.unmodifiableMap(scalars);
  }

  /** {@return the names in {@link #scalars}, in order, without computing the numbers} */
  public List<String> scalarNames() {
    var scalars = new ArrayList<String>();
    for (int i = 0; i < names.size(); i++) {
      scalars.addAll(scalarNames(names.get(i), numberShape(values.get(i))));
    }
    return Collections.unmodifiableList(scalars);
  }

  private static Shape numberShape(Metric<?> metric) {
    var number = Transforms.evalShape((Metric<?> each) -> each.compute(), metric);
    return ((ShapedArray) Objects.requireNonNull(number)).shape();
  }

  private static List<String> scalarNames(String name, Shape shape) {
    return switch (shape.rank()) {
      case 0 -> List.of(name);
      case 1 -> IntStream.range(0, shape.dim(0)).mapToObj(i -> name + "/" + i).toList();
      default -> List.of();
    };
  }
}
