package io.cambric.data;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.numpy.Numpy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts records of numbers to one array per component. */
final class RecordColumns {

  private RecordColumns() {}

  static Map<String, Array> of(List<?> records) {
    var type = records.getFirst().getClass();
    if (!type.isRecord()) {
      throw new DataException(
          "batchColumns needs records, but got values of %s. Use batch, or map the values to records."
              .formatted(type.getName()));
    }
    var columns = new LinkedHashMap<String, Array>();
    for (var component : type.getRecordComponents()) {
      columns.put(component.getName(), column(component, records));
    }
    return Collections.unmodifiableMap(columns);
  }

  private static Array column(RecordComponent component, List<?> records) {
    try {
      component.getAccessor().setAccessible(true);
      var get = MethodHandles.lookup().unreflect(component.getAccessor());
      return column(component, get, records);
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new DataException(
          "batchColumns cannot read component \"%s\" of %s: %s. Open its package to io.cambric.data."
              .formatted(component.getName(), component.getDeclaringRecord().getName(), e),
          e);
    }
  }

  private static Array column(RecordComponent component, MethodHandle get, List<?> records)
      throws Throwable {
    int count = records.size();
    var type = component.getType();
    if (type == float.class) {
      var exact = get.asType(MethodType.methodType(float.class, Object.class));
      var values = new float[count];
      for (int i = 0; i < count; i++) {
        values[i] = (float) exact.invokeExact((Object) records.get(i));
      }
      return Numpy.array(values);
    }
    if (type == double.class) {
      var exact = get.asType(MethodType.methodType(double.class, Object.class));
      var values = new double[count];
      for (int i = 0; i < count; i++) {
        values[i] = (double) exact.invokeExact((Object) records.get(i));
      }
      return Numpy.array(values);
    }
    if (type == long.class) {
      var exact = get.asType(MethodType.methodType(long.class, Object.class));
      var values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] = (long) exact.invokeExact((Object) records.get(i));
      }
      return Numpy.array(values);
    }
    if (type == boolean.class) {
      var exact = get.asType(MethodType.methodType(boolean.class, Object.class));
      var values = new boolean[count];
      for (int i = 0; i < count; i++) {
        values[i] = (boolean) exact.invokeExact((Object) records.get(i));
      }
      return Numpy.array(values);
    }
    if (type == int.class || type == short.class || type == byte.class) {
      var exact = get.asType(MethodType.methodType(int.class, Object.class));
      var values = new int[count];
      for (int i = 0; i < count; i++) {
        values[i] = (int) exact.invokeExact((Object) records.get(i));
      }
      return Numpy.array(values);
    }
    if (Array.class.isAssignableFrom(type)) {
      var exact = get.asType(MethodType.methodType(Array.class, Object.class));
      var values = new Array[count];
      for (int i = 0; i < count; i++) {
        values[i] = (Array) exact.invokeExact((Object) records.get(i));
      }
      return Stacking.stack(List.of(values));
    }
    throw new DataException(
        "batchColumns needs components that are numbers, booleans or arrays, but \"%s\" of %s is a %s. Map the records first."
            .formatted(
                component.getName(),
                component.getDeclaringRecord().getName(),
                type.getSimpleName()));
  }
}
