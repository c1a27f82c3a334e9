package io.cambric.module;

import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a module by name and type, and how to make another module of the class; for
 * readers and writers of configurations.
 */
public final class ModuleConfig {

  private final Module<?> module;
  private final List<Attribute> attributes;

  /**
   * One attribute.
   *
   * @param name in Java
   * @param type as declared, with its type arguments
   * @param value of the module
   */
  public record Attribute(String name, Type type, @Nullable Object value) {}

  private ModuleConfig(Module<?> module, List<Attribute> attributes) {
    this.module = module;
    this.attributes = attributes;
  }

  /**
   * {@return the configuration of a module, bound or not}
   *
   * @throws DataException if the module is made from a lambda
   */
  public static ModuleConfig of(Module<?> module) {
    if (module.definition() instanceof LambdaDef) {
      throw new DataException(
          "A configuration needs a module from a @Module definition, but %s is made from a lambda, which cannot be written. Write a definition for it."
              .formatted(module.type()));
    }
    var types = module.definition().getClass().getRecordComponents();
    var components = module.type().components();
    var attributes = new ArrayList<Attribute>();
    for (int i = 0; i < types.length; i++) {
      var component = components.get(i);
      var value = component.get().apply(module.definition());
      attributes.add(new Attribute(component.name(), types[i].getGenericType(), value));
    }
    return new ModuleConfig(module, List.copyOf(attributes));
  }

  /** {@return the module class} */
  public Class<?> type() {
    return module.getClass();
  }

  /** {@return the name that was given with {@code named}} */
  public Optional<String> name() {
    return module.handle().binding() == null
        ? Optional.ofNullable(module.handle().name())
        : Optional.empty();
  }

  /** {@return whether methods are transformed, which does not count as an attribute} */
  public boolean isLifted() {
    return !module.handle().lifts().isEmpty();
  }

  /** {@return the attributes, in the order of the definition} */
  public List<Attribute> attributes() {
    return attributes;
  }

  /**
   * {@return a module of this class with other attributes}
   *
   * @param values of all attributes, in their order and of their types
   * @throws DataException if the class refuses them, or is not exported to this library
   */
  public Module<?> with(List<? extends @Nullable Object> values) {
    var types =
        Stream.of(module.definition().getClass().getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      var made = type().getMethod("of", types).invoke(null, values.toArray());
      return (Module<?>) made;
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new DataException(
          "%s needs a public method of(%s). Make the class public, and export its package to io.cambric.linen."
              .formatted(
                  type().getName(),
                  String.join(", ", Arrays.stream(types).map(Class::getSimpleName).toList())),
          e);
    } catch (InvocationTargetException e) {
      throw refused(Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  private DataException refused(Throwable cause) {
    return new DataException(
        "%s rejects its attributes: %s Change them."
            .formatted(
                type().getSimpleName(),
                cause instanceof CambricException ? cause.getMessage() : cause + "."),
        cause);
  }

  /** {@return the class and the attributes} */
  @Override
  public String toString() {
    return attributes.stream()
        .map(attribute -> attribute.name() + "=" + attribute.value())
        .collect(Collectors.joining(", ", module.type() + "[", "]"));
  }
}
